// All plots of a page under one another, with one part of time and one cursor.

import { element } from "stickslip/dom";
import { isEnergy, isTold, rounded, roundingOf } from "stickslip/energies";
import { energyColour, modeColour } from "stickslip/palette";
import { Plot } from "stickslip/plot";
import { Span } from "stickslip/span";

const COUNT = /^count\.(.+)$/;

/** Whether a plot is of contacts that are counted, which are whole numbers and belong to steps. */
const isCount = ({ series }) => series.length > 0 && series.every(({ column }) => COUNT.test(column));

export class Plots {
  /** `app`: page, recording, clock, theme. */
  constructor(app) {
    this.app = app;
    this.span = new Span(app.recording?.begin ?? 0, app.recording?.end ?? 1);
    this.time = { span: this.span, clock: app.clock, seek: (t) => app.seek(t), dark: () => app.theme.dark };
    this.list = element("div", { class: "plot-list" });
    this.all = element("button", { type: "button", class: "small", onclick: () => this.span.reset() }, "Show all");
    const around = (factor) => () => this.span.zoom(factor, app.clock.t);
    this.box = element("div", { class: "plots" },
      element("div", { class: "plot-tools" },
        element("span", { class: "hint" }, "Drag to move the cursor. Shift + drag or Ctrl + wheel to zoom."),
        element("button", { type: "button", class: "small", "aria-label": "Zoom in around the cursor", title: "Zoom in around the cursor (+)", onclick: around(0.5) }, "+"),
        element("button", { type: "button", class: "small", "aria-label": "Zoom out", title: "Zoom out (−)", onclick: around(2) }, "−"),
        this.all),
      this.list);
    this.plots = [];
    this.span.listen((what) => (what === "range" ? this.draw() : this.update()));
    app.clock.listen(() => {
      if (app.clock.playing) this.span.follow(app.clock.t);
      this.update();
    });
    app.theme.listen(() => this.draw());
    this.fill();
  }

  /** Makes the plots that the page describes. */
  fill() {
    const { page, recording } = this.app;
    this.app.rounding = roundingOf(page, recording);
    for (const about of page.plots ?? []) {
      const plot = new Plot({
        ...about, note: this.note(about), stepped: about.kind === "steps" || isCount(about), labels: this.labels(about), series: this.series(about),
      }, this.time);
      plot.described = about;
      if (recording && !recording.live && plot.series.length === 0) continue;
      plot.box.hidden = plot.series.length === 0;
      this.add(plot);
    }
  }

  add(plot) {
    this.plots.push(plot);
    this.list.append(plot.box);
    this.measure();
  }

  /** The curves of a plot, without energies that are only rounding; none where nothing was counted. */
  series(about) {
    const { recording, rounding } = this.app;
    const found = [];
    for (const { name, column } of about.series) {
      const data = recording?.series(column, about.time ?? "step_t");
      if (!data) continue;
      const { t } = data;
      let { y } = data;
      if (isEnergy(column)) {
        y = y.map((value) => rounded(value, rounding));
        if (!isTold(column) && y.every((value) => !(Math.abs(value) > 0))) continue;
      }
      const mode = COUNT.exec(column)?.[1];
      const colour = mode ? (dark) => modeColour(mode, dark) : isEnergy(column) ? (dark) => energyColour(column, dark) : undefined;
      found.push({ name, t, y, colour });
    }
    // a scene without contacts has no plot of them
    return isCount(about) && found.every(({ y }) => y.every((value) => !(value > 0))) ? [] : found;
  }

  /** A pile would stand on the height of the scene above its origin; pages of runs leave that out, and say so. */
  note({ kind, series }) {
    const piled = kind === "stacked" && series.some(({ column }) => column === "energy.potential");
    return piled ? "potential energy from its least" : null;
  }

  /** Names in place of numbers where a column counts names. */
  labels(about) {
    const [only, ...others] = about.series;
    if (others.length > 0) return null;
    return only?.column === "solver" ? this.app.page.solvers ?? null : null;
  }

  /** Takes in what has come since, for recordings that grow. */
  grow() {
    const { recording } = this.app;
    this.span.whole(recording.begin, recording.end);
    this.app.rounding = roundingOf(this.app.page, recording);
    for (const plot of this.plots) {
      if (plot.refresh) plot.refresh();
      else {
        plot.setSeries(this.series(plot.described));
        plot.box.hidden = plot.series.length === 0;
      }
    }
    this.draw();
  }

  /** One margin for all, so that moments stand under one another. */
  measure() {
    this.time.left = Math.max(...this.plots.map((plot) => plot.leftMargin()));
  }

  draw() {
    this.all.disabled = !this.span.zoomed;
    this.measure();
    for (const plot of this.plots) if (plot.box.offsetParent) plot.draw();
  }

  update() {
    for (const plot of this.plots) if (plot.box.offsetParent) plot.update();
  }
}
