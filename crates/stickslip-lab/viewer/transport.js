// The controls under the picture: play, pause, step, speed, loop, and the bar that scrubs through time.

import { element, iconButton, setIcon } from "stickslip/dom";
import { fixed, timeDecimals, whole } from "stickslip/format";

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const SHORTEST = 3; // s; a run that is over sooner is played slower at first
const LONGEST = 60;

/** The speed at which a run can be watched. */
export function fittingSpeed(duration) {
  if (!(duration > 0)) return 1;
  if (duration < SHORTEST) return SPEEDS.findLast((speed) => duration / speed >= SHORTEST) ?? SPEEDS[0];
  if (duration > LONGEST) return SPEEDS.find((speed) => duration / speed <= LONGEST) ?? SPEEDS.at(-1);
  return 1;
}

/** Moves the cursor by whole frames. */
export function stepFrames(clock, recording, count) {
  const place = recording.at(clock.t);
  // between two frames, a step back goes to the one before
  const from = count < 0 && place.fraction > 1e-9 ? place.index + 1 : place.index;
  const to = Math.min(Math.max(from + count, 0), recording.frames - 1);
  clock.playing = false;
  clock.seek(recording.time(to));
}

export class Transport {
  constructor(box, clock, recording, events) {
    this.clock = clock;
    this.recording = recording;
    this.events = events;
    this.box = box;
    this.playButton = iconButton("play", "Play (space)", () => clock.toggle(), { class: "icon-button play" });
    this.loopButton = iconButton("loop", "Play again and again (l)", () => this.toggleLoop(), { "aria-pressed": "false" });
    this.speed = element("select", { "aria-label": "Speed", title: "Speed", onchange: () => { clock.speed = Number(this.speed.value); clock.changed(); } });
    for (const speed of SPEEDS) this.speed.append(element("option", { value: String(speed) }, `${speed}×`));
    this.slider = element("input", {
      type: "range", class: "scrub", min: "0", max: "1", step: "any", "aria-label": "Time", oninput: () => this.scrub(),
    });
    this.marks = element("canvas", { class: "marks", "aria-hidden": "true" });
    this.readout = element("span", { class: "time" });
    this.frame = element("span", { class: "frame" });
    this.buttons = element("div", { class: "buttons" },
      iconButton("first", "To the beginning (Home)", () => clock.seek(clock.begin)),
      iconButton("back", "One frame back (←)", () => stepFrames(clock, recording, -1)),
      this.playButton,
      iconButton("forward", "One frame on (→)", () => stepFrames(clock, recording, 1)),
      iconButton("last", "To the end (End)", () => clock.seek(clock.end)),
      this.loopButton, this.speed);
    box.append(
      element("div", { class: "rail" }, this.marks, this.slider),
      element("div", { class: "row" }, this.buttons, element("div", { class: "now" }, this.readout, this.frame)));
    clock.listen(() => this.update());
    new ResizeObserver(() => this.drawMarks()).observe(this.marks);
    this.update();
  }

  setSpeed(speed) {
    this.clock.speed = speed;
    this.speed.value = String(speed);
  }

  /** The next faster (1) or slower (-1) speed. */
  changeSpeed(direction) {
    const at = SPEEDS.indexOf(this.clock.speed);
    this.setSpeed(SPEEDS[Math.min(Math.max(at + direction, 0), SPEEDS.length - 1)]);
  }

  toggleLoop() {
    this.clock.looping = !this.clock.looping;
    this.loopButton.setAttribute("aria-pressed", String(this.clock.looping));
  }

  scrub() {
    const { begin, end } = this.clock;
    this.clock.playing = false;
    this.clock.seek(begin + Number(this.slider.value) * (end - begin));
  }

  update() {
    const { clock, recording } = this;
    const span = clock.end - clock.begin;
    const share = span > 0 ? (clock.t - clock.begin) / span : 0;
    this.slider.value = String(share);
    this.slider.style.setProperty("--share", `${100 * share}%`);
    const decimals = timeDecimals(span, recording.frames);
    const text = `${fixed(clock.t, decimals)} s`;
    this.slider.setAttribute("aria-valuetext", text);
    this.readout.textContent = `${text} of ${fixed(clock.end, decimals)} s`;
    this.frame.textContent = recording.frames > 0 ? `frame ${whole(recording.at(clock.t).index + 1)} of ${whole(recording.frames)}` : "";
    setIcon(this.playButton, clock.playing ? "pause" : "play", clock.playing ? "Pause (space)" : "Play (space)");
  }

  /** Little strokes on the bar where events are. */
  drawMarks() {
    const { marks, clock } = this;
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [marks.clientWidth, marks.clientHeight];
    if (width === 0) return;
    marks.width = Math.round(width * scale);
    marks.height = Math.round(height * scale);
    const pen = marks.getContext("2d");
    pen.scale(scale, scale);
    const span = clock.end - clock.begin;
    if (!(span > 0)) return;
    const style = getComputedStyle(marks);
    const taken = new Set();
    for (const event of this.events) {
      // the thumb's middle runs from 8 px to 8 px before the end
      const x = Math.round(8 + ((event.t - clock.begin) / span) * (width - 16));
      const key = `${event.kind}${x}`;
      if (taken.has(key)) continue;
      taken.add(key);
      pen.fillStyle = style.getPropertyValue(`--kind-${event.kind}`) || style.color;
      pen.fillRect(x - 0.75, 0, 1.5, height);
    }
  }
}
