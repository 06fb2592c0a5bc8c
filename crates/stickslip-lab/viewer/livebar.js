// Controls of a running simulation: under the picture, and in a panel its parameters.

import { element, iconButton, setIcon } from "stickslip/dom";
import { fixed, number } from "stickslip/format";

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
const SEND_EVERY = 120; // ms between two values of a slider that is dragged
const KEYED = 1000; // ms in which a slider with the focus keeps what its keys gave it
const STATES = {
  connecting: "Connecting", playing: "Running", paused: "Paused", finished: "Finished", failed: "Failed", gone: "No answer",
};

export class LiveBar {
  constructor(box, app, live) {
    this.app = app;
    this.live = live;
    this.play = iconButton("play", "Run (space)", () => live.toggle(), { class: "icon-button play" });
    this.newest = element("button", { type: "button", class: "small", "aria-pressed": "true", onclick: () => this.follow() }, "Follow the newest");
    this.slider = element("input", { type: "range", class: "scrub", min: "0", max: "1", step: "any", "aria-label": "Time", oninput: () => this.scrub() });
    this.readout = element("span", { class: "time" });
    this.state = element("span", { class: "state" });
    this.speed = element("select", { "aria-label": "Speed", title: "Speed", onchange: () => this.changeSpeed() });
    this.showSpeed();
    box.append(element("div", { class: "rail" }, this.slider), element("div", { class: "row" },
      element("div", { class: "buttons" }, this.play, iconButton("forward", "One step (→)", () => live.step(1)), iconButton("reset", "Begin again", () => live.reset()), this.speed, this.newest),
      element("div", { class: "now" }, this.state, this.readout)));
    app.clock.listen(() => this.update());
    this.update();
  }

  async changeSpeed() {
    const refused = await this.live.send({ do: "speed", value: Number(this.speed.value) });
    if (refused) this.showSpeed();
  }

  /** Shows the speed of the simulation, also one that this list does not offer. */
  showSpeed() {
    const { speed } = this.live;
    const values = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b);
    if (this.speed.options.length !== values.length || !SPEEDS.includes(speed)) {
      this.speed.replaceChildren(...values.map((value) => element("option", { value: String(value) }, `${value}×`)));
    }
    this.speed.value = String(speed);
  }

  follow() {
    this.app.seek(this.app.clock.end);
  }

  scrub() {
    const { begin, end } = this.app.clock;
    const share = Number(this.slider.value);
    this.app.seek(share >= 0.999 ? end : begin + share * (end - begin));
  }

  update() {
    const { clock } = this.app;
    const span = clock.end - clock.begin;
    const share = span > 0 ? (clock.t - clock.begin) / span : 1;
    this.slider.value = String(share);
    this.slider.style.setProperty("--share", `${100 * share}%`);
    this.slider.setAttribute("aria-valuetext", `${fixed(clock.t, 3)} s`);
    this.readout.textContent = `${fixed(clock.t, 3)} s of ${fixed(clock.end, 3)} s`;
    this.newest.setAttribute("aria-pressed", String(this.live.following));
    this.state.className = `state ${this.live.state}`;
    this.state.textContent = STATES[this.live.state] ?? this.live.state;
    const runs = this.live.state === "playing";
    setIcon(this.play, runs ? "pause" : "play", runs ? "Pause (space)" : "Run (space)");
  }
}

/** The panel with parameters and a word on pulling. */
export function livePanel(app, live) {
  const sliders = element("section");
  const known = new Map();
  live.fillSliders = () => {
    const parameters = app.page.parameters ?? [];
    // a slider that is being moved must not be taken away under the hand
    for (const parameter of parameters) {
      if (!known.has(parameter.name)) known.set(parameter.name, new Slider(parameter.name, live));
      known.get(parameter.name).show(parameter);
    }
    const list = parameters.map(({ name }) => known.get(name).box);
    const hint = () => element("p", { class: "hint" }, "This scene has none that can be changed.");
    const there = [...sliders.children].slice(1);
    if (there.length > 0 && there.length === list.length && there.every((one, at) => one === list[at])) return;
    sliders.replaceChildren(element("h2", {}, "Parameters"), ...(list.length > 0 ? list : [hint()]));
  };
  live.fillSliders();
  const toggle = element("input", { type: "checkbox", onchange: () => live.pull.setAlways(toggle.checked) });
  return element("div", { class: "live" }, sliders, element("section", {}, element("h2", {}, "Pull a body"),
    element("label", { class: "line" }, toggle, element("span", {}, "Dragging pulls bodies instead of turning the view")),
    element("p", { class: "hint" }, "Or hold Shift and drag a body: a force pulls it towards the pointer until you let go.")));
}

/** The slider of a parameter. It shows what the simulation has, except while somebody moves it. */
class Slider {
  constructor(name, live) {
    this.name = name;
    this.live = live;
    this.last = 0;
    this.timer = 0;
    this.waiting = 0;
    this.pressed = false;
    this.output = element("output", { "aria-live": "off" });
    this.input = element("input", { type: "range", oninput: () => this.moved(), onchange: () => this.settle() });
    this.input.addEventListener("pointerdown", () => (this.pressed = true));
    for (const end of ["pointerup", "pointercancel"]) this.input.addEventListener(end, () => this.letGo());
    this.input.addEventListener("blur", () => this.settle());
    this.box = element("label", { class: "slider" }, element("span", {}, name), this.output, this.input);
  }

  /** Takes what the simulation says of the parameter. */
  show(parameter) {
    this.parameter = parameter;
    // what comes right after a key was pressed may be older than the key
    const keyed = document.activeElement === this.input && performance.now() - this.last < KEYED;
    if (!keyed) this.settle();
  }

  letGo() {
    this.pressed = false;
    this.settle();
  }

  /** Shows the value of the simulation if nobody is moving the slider and nothing is on its way. */
  settle() {
    if (this.pressed || this.waiting > 0 || this.timer) return;
    const { value, least, most, whole } = this.parameter;
    const set = (name, text) => {
      if (this.input[name] !== text) this.input[name] = text;
    };
    set("step", whole ? "1" : "any");
    set("min", String(least));
    set("max", String(most));
    set("value", String(value));
    this.tell(value);
  }

  tell(value) {
    this.output.textContent = number(value, 3);
  }

  moved() {
    this.tell(Number(this.input.value));
    if (!this.timer) this.timer = setTimeout(() => this.send(), Math.max(0, this.last + SEND_EVERY - performance.now()));
  }

  async send() {
    this.timer = 0;
    this.last = performance.now();
    this.waiting += 1;
    const value = Number(this.input.value);
    const refused = await this.live.send({ do: "set", name: this.name, value });
    this.waiting -= 1;
    // the description with the new value is still on its way
    if (!refused) this.parameter = { ...this.parameter, value };
    // what is refused is not shown any longer, not even under the hand
    else this.pressed = false;
    this.settle();
  }
}
