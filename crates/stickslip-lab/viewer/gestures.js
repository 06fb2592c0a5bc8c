// Mouse and fingers: one finger or the left button goes round, two fingers or the right or middle button move across, a pinch
// or the wheel zooms. A press without a move is a click. Where the view's ondrag wants it, a press on a body pulls the body.

const CLICK = 5; // pixels that a click may wander

export class Gestures {
  constructor(canvas, view) {
    this.canvas = canvas;
    this.view = view;
    this.pointers = new Map();
    this.pulling = null;
    this.ears = [];
    canvas.style.touchAction = "none";
    this.listen("pointerdown", (event) => this.down(event));
    this.listen("pointermove", (event) => this.move(event));
    this.listen("pointerup", (event) => this.up(event, true));
    this.listen("pointercancel", (event) => this.up(event, false));
    this.listen("wheel", (event) => this.wheel(event));
    this.listen("dblclick", (event) => this.centre(event));
    this.listen("contextmenu", (event) => event.preventDefault());
  }

  listen(name, ear) {
    this.canvas.addEventListener(name, ear, { passive: false });
    this.ears.push([name, ear]);
  }

  stop() {
    for (const [name, ear] of this.ears) this.canvas.removeEventListener(name, ear);
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event) {
    const [x, y] = this.at(event);
    try {
      this.canvas.setPointerCapture(event.pointerId);
    } catch {
      // a pointer that is gone already, or one made by a test
    }
    this.pointers.set(event.pointerId, { x, y });
    if (this.pointers.size === 1) {
      this.begin = { x, y };
      this.wandered = false;
      this.button = event.button;
      if (event.button === 0 && (event.shiftKey || this.view.pulls)) this.beginPull(x, y);
    } else {
      this.wandered = true;
    }
  }

  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    const [x, y] = this.at(event);
    const dx = x - pointer.x, dy = y - pointer.y;
    if (Math.hypot(x - this.begin.x, y - this.begin.y) > CLICK) this.wandered = true;
    const { camera } = this.view;
    if (this.pulling) {
      this.pull("move", x, y);
    } else if (this.pointers.size === 2) {
      this.pinch(event.pointerId, x, y, dx, dy);
    } else if (this.pointers.size === 1 && this.wandered) {
      if (this.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) camera.pan(dx, dy);
      else camera.orbit(dx, dy);
      this.view.moved();
    }
    // a click that has not wandered yet keeps its beginning, so that the first move does not get lost
    if (this.wandered || this.pulling) Object.assign(pointer, { x, y });
  }

  pinch(id, x, y, dx, dy) {
    const { camera } = this.view;
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, p]) => p);
    const own = this.pointers.get(id);
    const before = Math.hypot(own.x - other.x, own.y - other.y);
    const after = Math.hypot(x - other.x, y - other.y);
    camera.pan(dx / 2, dy / 2);
    if (before > 4 && after > 4) camera.zoom(before / after, (x + other.x) / 2, (y + other.y) / 2);
    this.view.moved();
  }

  up(event, finished) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.pulling) {
      const [x, y] = this.at(event);
      this.pull("end", x, y);
      this.pulling = null;
    } else if (finished && !this.wandered && this.button === 0) {
      const [x, y] = this.at(event);
      this.view.onpick?.(this.view.pick(x, y));
    }
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const amount = Math.max(-240, Math.min(240, event.deltaY * lines));
    this.view.camera.zoom(Math.exp(amount * 0.0016), ...this.at(event));
    this.view.moved();
  }

  /** A double click makes what was hit the middle of all turning. */
  centre(event) {
    const found = this.view.pick(...this.at(event));
    if (!found) return;
    this.view.camera.target = [...found.point];
    this.view.moved();
  }

  beginPull(x, y) {
    if (!this.view.ondrag) return;
    const found = this.view.pick(x, y, "body");
    if (!found) return;
    const news = { body: found.index, point: found.point, to: [...found.point] };
    if (this.view.ondrag("begin", news)) this.pulling = news;
  }

  pull(phase, x, y) {
    const { body, point } = this.pulling;
    this.view.ondrag?.(phase, { body, point, to: this.view.camera.facing(x, y, point) });
  }
}
