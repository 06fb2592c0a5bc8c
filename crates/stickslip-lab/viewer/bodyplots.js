// Position and velocity of the bodies that were chosen in a list.

import { element } from "stickslip/dom";
import { Plot } from "stickslip/plot";

const COMPONENTS = ["x", "y", "z", "|·|"];
const MOST_BODIES = 4;
const LISTED = 200; // names in the list at once; the search finds the others

export class BodyPlots {
  constructor(app, plots) {
    this.app = app;
    this.plots = plots;
    this.chosen = [];
    this.own = [];
    this.components = new Set([0, 1, 2]);
    this.list = element("div", { class: "choices", role: "group", "aria-label": "Bodies to plot" });
    this.search = element("input", { type: "search", "aria-label": "Search bodies", oninput: () => this.fillList() });
    const summary = this.summary = element("summary");
    const chooser = element("details", { class: "chooser" }, summary, this.search, this.list);
    const parts = element("div", { class: "segments", role: "group", "aria-label": "Components" }, ...COMPONENTS.map((name, at) => this.componentButton(name, at)));
    this.box = element("div", { class: "body-choice" }, chooser, parts);
    plots.list.append(this.box);
    this.make("Position", "m", (body, place, out) => app.recording.pose(body.track, place, out).subarray(0, 3));
    if (app.recording.hasVelocity) this.make("Velocity", "m/s", (body, place, out) => app.recording.velocity(body.track, place.index, out).subarray(0, 3));
    this.describe();
  }

  /** Takes the bodies of the page, which are others after a change of a live run; those that were chosen stay if they are still there. */
  describe() {
    this.bodies = this.app.page.bodies
      .map((body, index) => ({ index, name: body.name, track: body.track }))
      .filter(({ track }) => track !== null && track !== undefined);
    const names = new Set(this.chosen.map(({ name }) => name));
    this.chosen = this.bodies.filter(({ name }) => names.has(name)).slice(0, MOST_BODIES);
    if (this.chosen.length === 0) this.chosen = this.bodies.slice(0, 1);
    this.search.placeholder = `Search ${this.bodies.length} bodies`;
    this.search.hidden = this.bodies.length <= 8;
    for (const part of [this.box, ...this.own.map(({ box }) => box)]) part.hidden = this.bodies.length === 0;
    this.fillList();
    this.refresh();
  }

  componentButton(name, at) {
    const press = () => {
      if (!this.components.delete(at)) this.components.add(at);
      button.setAttribute("aria-pressed", String(this.components.has(at)));
      this.refresh();
    };
    const button = element("button", { type: "button", class: "small", "aria-pressed": String(this.components.has(at)), title: at === 3 ? "length" : name, onclick: press }, name);
    return button;
  }

  make(title, unit, read) {
    const plot = new Plot({ title, unit, scale: "linear", kind: "lines", series: [], labels: null }, this.plots.time);
    plot.refresh = () => plot.setSeries(this.curves(read));
    this.own.push(plot);
    this.plots.add(plot);
  }

  /** The chosen components of the chosen bodies over all frames. */
  curves(read) {
    const { recording } = this.app;
    const out = new Float64Array(7);
    const place = { index: 0, fraction: 0 };
    const t = recording.frameTimes?.() ?? recording.times;
    const curves = [];
    for (const body of this.chosen) {
      const values = COMPONENTS.map(() => new Float64Array(recording.frames));
      for (place.index = 0; place.index < recording.frames; place.index++) {
        const [x, y, z] = read(body, place, out);
        values[0][place.index] = x;
        values[1][place.index] = y;
        values[2][place.index] = z;
        values[3][place.index] = Math.hypot(x, y, z);
      }
      COMPONENTS.forEach((name, at) => {
        if (this.components.has(at)) curves.push({ name: this.chosen.length > 1 ? `${body.name} ${name}` : name, t, y: values[at] });
      });
    }
    return curves;
  }

  /** Plots one body alone, as when it was clicked in the picture. */
  only(index) {
    const body = this.bodies.find((one) => one.index === index);
    if (!body) return;
    this.chosen = [body];
    this.fillList();
    this.refresh();
  }

  choose(body, wanted) {
    this.chosen = this.chosen.filter((one) => one !== body);
    if (wanted) this.chosen.push(body);
    if (this.chosen.length > MOST_BODIES) this.chosen.shift();
    this.fillList();
    this.refresh();
  }

  fillList() {
    const wanted = this.search.value.trim().toLowerCase();
    const found = this.bodies.filter((body) => this.chosen.includes(body) || body.name.toLowerCase().includes(wanted));
    found.sort((a, b) => this.chosen.includes(b) - this.chosen.includes(a));
    this.list.replaceChildren(...found.slice(0, LISTED).map((body) => element("label", {},
      element("input", { type: "checkbox", checked: this.chosen.includes(body), onchange: (event) => this.choose(body, event.target.checked) }), body.name)));
    if (found.length > LISTED) this.list.append(element("span", { class: "hint" }, `and ${found.length - LISTED} more`));
    this.summary.textContent = this.chosen.length > 0 ? `Bodies: ${this.chosen.map(({ name }) => name).join(", ")}` : "Bodies: none chosen";
  }

  refresh() {
    for (const plot of this.own) plot.refresh();
    this.plots.draw();
  }
}
