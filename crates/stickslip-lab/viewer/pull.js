// Pulling a body: the simulation has a spring between the place where it was taken and the pointer; here is where both are.

import { place, unplace } from "stickslip/math";

const SEND_EVERY = 33; // ms while the pointer moves,
const RENEW_EVERY = 1000; // and whether or not it moves: a pull that is not renewed ends

export class Pull {
  constructor(app, live, stage) {
    this.app = app;
    this.live = live;
    this.stage = stage;
    this.always = false;
    this.held = null;
    this.sent = -Infinity;
    this.told = null;
    this.timer = 0;
    this.pose = new Float64Array(7);
    this.attach();
  }

  /** Listens to the view; again after it was opened anew, where nobody ends what was begun in the one before. */
  attach() {
    this.release();
    const { view } = this.stage;
    if (!view) return;
    view.ondrag = (phase, what) => this.drag(phase, what);
    view.pulls = this.always;
  }

  /** Whether bodies are pulled without Shift too. */
  setAlways(always) {
    this.always = always;
    const { view } = this.stage;
    if (view) view.pulls = always;
  }

  /** Lets go of the body that is held, if there is one. */
  release() {
    if (this.held) this.drag("end", {});
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
      // also while no frames come, because steps take long
      clearInterval(this.timer);
      this.timer = setInterval(() => this.renew(), RENEW_EVERY);
    } else if (!this.held) {
      return false;
    } else if (phase === "move") {
      this.held.to = [...to];
    } else {
      this.held = null;
      clearInterval(this.timer);
      this.app.options.pull = null;
      this.live.send({ do: "release" });
      this.stage.wake();
      return true;
    }
    this.update();
    this.stage.wake();
    return true;
  }

  /** Draws the spring, and tells the simulation of a pointer that has moved. */
  update() {
    if (!this.held) return;
    const { body, point, to } = this.held;
    const { page, recording, clock, options } = this.app;
    const about = page.bodies[body];
    if (!about || recording.frames === 0) return;
    const from = place(recording.pose(about.track, recording.at(clock.t), this.pose), point);
    options.pull = { body, from, to };
    if (this.told !== to && performance.now() - this.sent >= SEND_EVERY) this.renew();
  }

  /** Tells the simulation where the pointer is. */
  renew() {
    const { body, point, to } = this.held;
    this.sent = performance.now();
    this.told = to;
    this.live.send({ do: "pull", body, point, to });
  }
}
