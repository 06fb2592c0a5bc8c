// Controls of a running simulation: under the picture, and in a panel its parameters.

import { element, iconButton, setIcon } from "stickslip/dom";
import { fixed, number } from "stickslip/format";

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
const SEND_EVERY = 120; // ms between two values of a slider that is dragged
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
    this.readout = element("output", { class: "time" });
    this.state = element("span", { class: "state" });
    const speed = element("select", { "aria-label": "Speed", title: "Speed", onchange: () => live.send({ do: "speed", value: Number(speed.value) }) },
      ...SPEEDS.map((value) => element("option", { value: String(value), selected: value === 1 }, `${value}×`)));
    box.append(element("div", { class: "rail" }, this.slider), element("div", { class: "row" },
      element("div", { class: "buttons" }, this.play, iconButton("forward", "One step (→)", () => live.step(1)), iconButton("reset", "Begin again", () => live.reset()), speed, this.newest),
      element("div", { class: "now" }, this.state, this.readout)));
    app.clock.listen(() => this.update());
    this.update();
  }

  follow() {
    this.live.following = true;
    this.app.clock.seek(this.app.clock.end);
  }

  scrub() {
    const { begin, end } = this.app.clock;
    const share = Number(this.slider.value);
    this.live.following = share >= 0.999;
    this.app.clock.seek(begin + share * (end - begin));
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
  live.fillSliders = () => {
    const list = (app.page.parameters ?? []).map((parameter) => slider(parameter, live));
    sliders.replaceChildren(element("h2", {}, "Parameters"), ...(list.length > 0 ? list : [element("p", { class: "hint" }, "This scene has none that can be changed.")]));
  };
  live.fillSliders();
  const toggle = element("input", { type: "checkbox", onchange: () => live.pull.setAlways(toggle.checked) });
  return element("div", { class: "live" }, sliders, element("section", {}, element("h2", {}, "Pull a body"),
    element("label", { class: "line" }, toggle, element("span", {}, "Dragging pulls bodies instead of turning the view")),
    element("p", { class: "hint" }, "Or hold Shift and drag a body: a force pulls it towards the pointer until you let go.")));
}

function slider({ name, value, least, most }, live) {
  const output = element("output", {}, number(value, 3));
  let last = 0;
  let timer = 0;
  const send = () => {
    clearTimeout(timer);
    const now = performance.now();
    const wait = last + SEND_EVERY - now;
    if (wait > 0) {
      timer = setTimeout(send, wait);
      return;
    }
    last = now;
    live.send({ do: "set", name, value: Number(input.value) });
  };
  const input = element("input", { type: "range", min: String(least), max: String(most), step: "any", value: String(value),
    oninput: () => {
      output.textContent = number(Number(input.value), 3);
      send();
    } });
  return element("label", { class: "slider" }, element("span", {}, name), output, input);
}
