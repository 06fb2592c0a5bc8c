// One plot over time: a canvas with the curves, two lines over it for the cursor and the moment pointed at, a key with values.

import { limits, outline, raised, stack, traceLine } from "stickslip/curve";
import { element } from "stickslip/dom";
import { number } from "stickslip/format";
import { seriesColour } from "stickslip/palette";
import { firstNotBefore } from "stickslip/span";
import { linearTicks, logTicks } from "stickslip/ticks";

const MARGIN = { left: 54, right: 10, top: 8, bottom: 20 };
const MOST_LEFT = 110; // px, for names of whole values

export class Plot {
  /**
   * `about`: title, unit, scale, kind, series [{ name, t, y, colour }], labels (names of whole values, or null), stepped (each value
   * holds since the moment before), note (beside the title, or null).
   * `time`: { span, clock, seek, dark() }.
   */
  constructor(about, time) {
    this.about = about;
    this.time = time;
    this.canvas = element("canvas", { "aria-hidden": "true" });
    this.cursor = element("div", { class: "cursor" });
    this.pointed = element("div", { class: "pointed", hidden: true });
    this.area = element("div", { class: "area" }, this.canvas, this.pointed, this.cursor);
    this.key = element("ul", { class: "key" });
    const unit = about.unit ? element("span", { class: "unit" }, about.unit) : null;
    const note = about.note ? element("span", { class: "hint" }, about.note) : null;
    this.head = element("figcaption", {}, element("span", { class: "title" }, about.title), unit, note);
    this.box = element("figure", { class: "plot", "aria-label": about.title }, this.head, this.area, this.key);
    this.hidden = new Set();
    this.setSeries(about.series);
    this.listenToPointer();
    new ResizeObserver(() => this.draw()).observe(this.area);
  }

  /** Takes other curves; the key changes only where their names are others, and what stays in it stays the same element. */
  setSeries(series) {
    const before = this.series;
    this.series = series;
    if (before && before.length === series.length && series.every(({ name }, at) => name === before[at].name)) return;
    const known = new Map((this.values ?? []).map((one) => [one.name, one]));
    this.values = series.map(({ name }, place) => ({ ...(known.get(name) ?? this.keyItem(name)), name, place }));
    this.key.replaceChildren(...this.values.map(({ item }) => item));
  }

  keyItem(name) {
    const value = element("span", { class: "value" });
    const swatch = element("span", { class: "swatch" });
    const button = element("button", {
      type: "button", "aria-pressed": String(!this.hidden.has(name)), title: "Show or hide", onclick: () => this.toggle(name, button),
    }, swatch, name, " ", value);
    return { item: element("li", {}, button), swatch, value };
  }

  toggle(name, button) {
    if (!this.hidden.delete(name)) this.hidden.add(name);
    button.setAttribute("aria-pressed", String(!this.hidden.has(name)));
    this.draw();
  }

  colour(place) {
    return this.series[place].colour?.(this.time.dark()) ?? seriesColour(place, this.time.dark());
  }

  get left() {
    return this.time.left ?? MARGIN.left;
  }

  /** The width that is needed for what is written at the levels. */
  leftMargin() {
    const names = this.levelNames();
    if (names.length === 0) return MARGIN.left;
    const pen = this.canvas.getContext("2d");
    pen.font = fontOf(getComputedStyle(this.box));
    return Math.min(Math.max(MARGIN.left, ...names.map(({ text }) => Math.ceil(pen.measureText(text).width) + 10)), MOST_LEFT);
  }

  /** The names of whole values, of those that occur. */
  levelNames() {
    const { labels } = this.about;
    if (!labels) return [];
    const seen = new Set();
    for (const { y } of this.series) for (const value of y) seen.add(value);
    return labels.map((text, value) => ({ value, text })).filter(({ value }) => seen.has(value));
  }

  get shown() {
    return this.series.map((one, place) => ({ ...one, place })).filter(({ name, t }) => !this.hidden.has(name) && t.length > 0);
  }

  /** The axes of what is shown now; null where nothing is. */
  axes(width, height) {
    const { span } = this.time;
    const { scale, kind, labels } = this.about;
    const log = scale === "log";
    const shown = this.shown;
    let piles = null;
    let range;
    if (kind === "stacked") {
      piles = stack(shown, span.from, span.to, width);
      const flat = piles.layers.flatMap(({ high }) => [{ t: piles.t, y: high }]);
      range = limits(flat, -Infinity, Infinity, false);
      if (range) range = [Math.min(range[0], 0), Math.max(range[1], 0)];
      // nothing at all is a line at the foot of the plot
      if (range && range[0] === range[1]) range = [0, 1];
    } else {
      range = limits(shown, span.from, span.to, log);
    }
    if (!range) range = log ? [1e-16, 1] : [0, 1];
    let [low, high] = range;
    if (log) {
      [low, high] = [10 ** Math.floor(Math.log10(low) - 1e-9), 10 ** Math.ceil(Math.log10(high) + 1e-9)];
    } else if (labels) {
      [low, high] = [Math.min(low, 0) - 0.4, Math.max(high, 1) + 0.4];
    } else {
      const least = 1e-9 * Math.max(Math.abs(low), Math.abs(high)) || 1;
      const room = high - low > least ? 0.06 * (high - low) : least;
      if (high - low <= least) [low, high] = [low - room, high + room];
      else [low, high] = [low === 0 ? 0 : low - room, high === 0 ? 0 : high + room];
    }
    const inner = { width: width - this.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
    const place = log
      ? (value) => (value > 0 ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low)) : 0)
      : (value) => (value - low) / (high - low);
    return {
      low, high, log, piles, shown, ...inner, from: span.from, to: span.to,
      x: (t) => this.left + ((t - span.from) / (span.to - span.from)) * inner.width,
      y: (value) => MARGIN.top + (1 - place(value)) * inner.height,
    };
  }

  draw() {
    const [width, height] = [this.area.clientWidth, this.area.clientHeight];
    if (width < 120 || height < 40) return;
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    const pen = this.canvas.getContext("2d");
    pen.scale(scale, scale);
    const axes = this.axes(width, height);
    this.drawGrid(pen, axes);
    pen.save();
    pen.beginPath();
    pen.rect(this.left - 3, MARGIN.top - 3, axes.width + 6, axes.height + 6);
    pen.clip();
    if (axes.piles) this.drawPiles(pen, axes);
    else this.drawLines(pen, axes);
    pen.restore();
    for (const { swatch, place } of this.values) swatch.style.background = this.colour(place);
    this.update();
  }

  drawGrid(pen, axes) {
    const style = getComputedStyle(this.box);
    const [grid, axis, quiet] = ["--grid", "--axis", "--quiet"].map((name) => style.getPropertyValue(name));
    const bottom = MARGIN.top + axes.height;
    const { labels } = this.about;
    const levels = labels
      ? this.levelNames().filter(({ value }) => value >= axes.low && value <= axes.high)
      : (axes.log ? logTicks : linearTicks)(axes.low, axes.high, Math.max(3, Math.floor(axes.height / 26)));
    pen.font = fontOf(style);
    pen.lineWidth = 1;
    pen.fillStyle = quiet;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const { value, text } of levels) {
      const y = Math.round(axes.y(value)) + 0.5;
      pen.strokeStyle = value === 0 && !labels ? axis : grid;
      stroke(pen, this.left, y, this.left + axes.width, y);
      pen.fillText(text, this.left - 6, y, this.left - 8);
    }
    pen.textAlign = "center";
    pen.textBaseline = "top";
    const moments = linearTicks(axes.from, axes.to, Math.max(2, Math.floor(axes.width / 80)));
    if (moments.length > 0) moments.at(-1).text += " s";
    for (const { value, text } of moments) {
      const x = Math.round(axes.x(value)) + 0.5;
      pen.strokeStyle = grid;
      stroke(pen, x, MARGIN.top, x, bottom);
      const half = pen.measureText(text).width / 2;
      pen.fillText(text, Math.min(Math.max(x, this.left), this.left + axes.width + MARGIN.right - half), bottom + 5);
    }
    pen.strokeStyle = axis;
    stroke(pen, this.left, bottom + 0.5, this.left + axes.width, bottom + 0.5);
  }

  drawLines(pen, axes) {
    pen.lineJoin = "round";
    pen.lineWidth = 1.5;
    for (const one of axes.shown) {
      pen.strokeStyle = this.colour(one.place);
      traceLine(pen, one, axes, this.about.stepped ?? this.about.kind === "steps");
    }
  }

  drawPiles(pen, axes) {
    const { t, layers } = axes.piles;
    axes.shown.forEach((one, at) => {
      const { low, high, side } = layers[at];
      pen.beginPath();
      // a layer that changes from above zero to below it has no outline through what lies between
      for (const [first, last] of raised(low, high, side)) {
        const [top, bottom] = [high, low].map((levels) => outline(t, levels, first, last, this.about.stepped));
        [...top, ...bottom.reverse()].forEach(([moment, level], i) => pen[i > 0 ? "lineTo" : "moveTo"](axes.x(moment), axes.y(level)));
        pen.closePath();
      }
      pen.fillStyle = pen.strokeStyle = this.colour(one.place);
      pen.globalAlpha = 0.5;
      pen.fill();
      pen.globalAlpha = 1;
      pen.lineWidth = 0.75;
      pen.stroke();
    });
  }

  /** Moves the lines and writes the values of the moment; cheap enough for every picture. */
  update() {
    const { span, clock } = this.time;
    this.moveLine(this.cursor, clock.t);
    this.moveLine(this.pointed, span.hover);
    const t = span.hover ?? clock.t;
    for (const { value, place } of this.values) {
      const text = this.valueText(this.series[place], t);
      if (value.textContent !== text) value.textContent = text;
    }
  }

  moveLine(line, t) {
    const { span } = this.time;
    const width = this.area.clientWidth - this.left - MARGIN.right;
    const share = t === null ? -1 : (t - span.from) / (span.to - span.from);
    line.hidden = !(share >= 0 && share <= 1);
    if (!line.hidden) line.style.transform = `translateX(${this.left + share * width}px)`;
  }

  /** What a series says of a moment: the step that contains it. */
  valueText({ t, y }, moment) {
    if (t.length === 0) return "";
    const value = y[Math.min(firstNotBefore(t, moment), t.length - 1)];
    return this.about.labels?.[value] ?? number(value, 4);
  }

  /** Click and drag move the cursor, Shift and drag zoom in, the wheel with Ctrl zooms, a double click shows all again. */
  listenToPointer() {
    const { area, time } = this;
    const { span } = time;
    const moment = (event) => {
      const box = area.getBoundingClientRect();
      const share = (event.clientX - box.left - this.left) / (box.width - this.left - MARGIN.right);
      return span.from + Math.min(Math.max(share, 0), 1) * (span.to - span.from);
    };
    let drag = null;
    area.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      area.setPointerCapture(event.pointerId);
      drag = { zoom: event.shiftKey, from: moment(event) };
      if (!drag.zoom) time.seek(drag.from);
      else this.area.append(drag.band = element("div", { class: "band" }));
    });
    area.addEventListener("pointermove", (event) => {
      const t = moment(event);
      if (event.pointerType === "mouse") span.point(t);
      if (drag && !drag.zoom) time.seek(t);
      if (drag?.band) this.placeBand(drag.band, drag.from, t);
    });
    const end = (event) => {
      if (drag?.band) {
        drag.band.remove();
        const t = moment(event);
        if (event.type === "pointerup") span.show(Math.min(drag.from, t), Math.max(drag.from, t));
      }
      drag = null;
    };
    area.addEventListener("pointerup", end);
    area.addEventListener("pointercancel", end);
    area.addEventListener("pointerleave", () => span.point(null));
    area.addEventListener("dblclick", () => span.reset());
    area.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      span.zoom(Math.exp(Math.min(Math.max(event.deltaY, -200), 200) * 0.004), moment(event));
    }, { passive: false });
  }

  placeBand(band, a, b) {
    const { span } = this.time;
    const width = this.area.clientWidth - this.left - MARGIN.right;
    const x = (t) => this.left + ((t - span.from) / (span.to - span.from)) * width;
    band.style.left = `${x(Math.min(a, b))}px`;
    band.style.width = `${Math.abs(x(b) - x(a))}px`;
  }
}

const fontOf = (style) => `11px ${style.fontFamily}`;

function stroke(pen, x0, y0, x1, y1) {
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
  pen.stroke();
}
