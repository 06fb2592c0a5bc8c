// Pulling a body: a spring between the place where it was taken and the pointer.

import { place, unplace } from "stickslip/math";
import { sizeOf } from "stickslip/outline";

const ACCELERATION = 40; // m/s² for a pull as long as the body is wide,
const STIFFEST = 400; // but no more than so many 1/s²; times the mass, or 1 kg where that is not known
const SEND_EVERY = 33; // ms

export class Pull {
  constructor(app, live, stage) {
    this.app = app;
    this.live = live;
    this.stage = stage;
    this.always = false;
    this.held = null;
    this.sent = 0;
    this.pose = new Float64Array(7);
    this.attach();
  }

  /** Listens to the view; again after it was opened anew. */
  attach() {
    const { view } = this.stage;
    if (!view) return;
    view.ondrag = (phase, what) => this.drag(phase, what);
    view.pulls = this.always;
  }

  /** Whether bodies are pulled without Shift too. */
  setAlways(always) {
    this.always = always;
    this.attach();
  }

  /** `point` and `to` are places in the world. */
  drag(phase, { body, point, to }) {
    if (phase === "begin") {
      const { page, recording, clock } = this.app;
      const track = page.bodies[body]?.track;
      if (track === null || track === undefined || recording.frames === 0) return false;
      const pose = recording.pose(track, recording.at(clock.t), this.pose);
      this.held = { body, point: unplace(pose, point), to: [...to] };
      this.live.following = true;
    } else if (!this.held) {
      return false;
    } else if (phase === "move") {
      this.held.to = [...to];
    } else {
      this.held = null;
      this.app.options.pull = null;
      this.live.send({ do: "release" });
      this.stage.wake();
      return true;
    }
    this.update();
    this.stage.wake();
    return true;
  }

  /** The force of the moment; the body may have moved since. */
  update() {
    if (!this.held) return;
    const { body, point, to } = this.held;
    const { page, recording, clock, options } = this.app;
    const about = page.bodies[body];
    if (!about || recording.frames === 0) return;
    const from = place(recording.pose(about.track, recording.at(clock.t), this.pose), point);
    options.pull = { body, from, to };
    const now = performance.now();
    if (now - this.sent < SEND_EVERY) return;
    this.sent = now;
    const size = sizeOf(this.stage.view.bounds.forms[body]);
    const stiffness = Math.min(STIFFEST, ACCELERATION / size) * (about.mass ?? 1);
    this.live.send({ do: "pull", body, point, force: to.map((value, j) => stiffness * (value - from[j])) });
  }
}
