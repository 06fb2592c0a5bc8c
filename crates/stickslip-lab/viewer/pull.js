// Pulling a body: a spring between the place where it was taken and the pointer.

const STIFFNESS = 60; // 1/s²; times the mass, or 1 kg where that is not known
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
    if (view) view.ondrag = (phase, what, event) => this.drag(phase, what, event);
  }

  drag(phase, { body, point, to }, event) {
    if (phase === "begin") {
      const wanted = this.always || event?.shiftKey !== false;
      if (!wanted || this.app.page.bodies[body]?.track === null || this.app.page.bodies[body] === undefined) return false;
      this.held = { body, point: [...point], to: [...to] };
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
    const from = carry(recording.pose(about.track, recording.at(clock.t), this.pose), point);
    options.pull = { body, from, to };
    const now = performance.now();
    if (now - this.sent < SEND_EVERY) return;
    this.sent = now;
    const stiffness = STIFFNESS * (about.mass ?? 1);
    this.live.send({ do: "pull", body, point, force: to.map((value, j) => stiffness * (value - from[j])) });
  }
}

/** A point of a body's frame in the world: p + 2 w (q × p) + 2 q × (q × p), moved. */
function carry(pose, [x, y, z]) {
  const [px, py, pz, w, a, b, c] = pose;
  const [u, v, s] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [px + x + w * u + b * s - c * v, py + y + w * v + c * u - a * s, pz + z + w * s + a * v - b * u];
}
