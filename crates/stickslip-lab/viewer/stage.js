// The picture and what lies over it. It draws when something has changed, and never otherwise.

import { standAside } from "stickslip/aside";
import { element, icon } from "stickslip/dom";
import { Toolbar, legend } from "stickslip/toolbar";
import { View3D } from "stickslip/view3d";

const INSPECT_EVERY = 60; // ms between two updates of the numbers while it plays
const REST = 200; // ms without a change after which the picture is drawn as well as it can be

export class Stage {
  constructor(app) {
    this.app = app;
    this.box = document.getElementById("stage");
    this.canvas = document.getElementById("view");
    this.view = null;
    this.frameRate = 0;
    this.waiting = false;
    this.before = null;
    this.inspected = 0;
    this.chosen = false;
    document.getElementById("scene").hidden = false;
    if (app.page.bodies.length > 0 || app.live) this.open();
    else document.body.classList.add("no-bodies");
    this.toolbar = new Toolbar(document.getElementById("toolbar"), app, () => {
      updateLegend();
      this.wake();
    });
    const updateLegend = legend(document.getElementById("legend"), app);
    app.theme.listen(() => this.wake());
    new ResizeObserver(() => {
      this.view?.resize();
      this.drawNow();
    }).observe(this.canvas);
  }

  open() {
    try {
      this.view = new View3D(this.canvas, this.app.page, this.app.recording);
      this.app.view = this.view;
      this.view.onchange = () => this.wake();
      this.view.onpick = (selection) => this.select(selection);
    } catch (reason) {
      this.app.complain(reason.message);
      document.body.classList.add("no-view");
    }
  }

  /** Draws other bodies from now on. */
  reopen() {
    this.open();
    this.onreopen?.();
  }

  /** A large button over the picture until it is played for the first time. */
  invite() {
    if (!(this.app.clock.end > this.app.clock.begin) || !this.view) return;
    const button = element("button", { type: "button", class: "invite", "aria-label": "Play", onclick: () => this.app.clock.play() }, icon("play"));
    this.box.append(button);
    this.app.clock.listen(() => button.remove());
    this.canvas.addEventListener("pointerdown", () => button.remove(), { once: true });
  }

  select(selection) {
    this.app.options.selection = selection ? { kind: selection.kind, index: selection.index } : null;
    this.inspector?.select(this.app.options.selection);
    // the picture that comes next may be of another time
    this.chosen = true;
    this.wake();
  }

  /** Selects the body after (1) or before (-1) the selected one, for those who cannot click. */
  selectNext(step) {
    const { bodies } = this.app.page;
    const { selection } = this.app.options;
    if (bodies.length === 0) return;
    const at = selection?.kind === "body" ? selection.index + step : step > 0 ? 0 : bodies.length - 1;
    this.select({ kind: "body", index: (at + bodies.length) % bodies.length });
  }

  /** Draws with the next picture of the screen. */
  wake() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    this.waiting = false;
    const { clock } = this.app;
    const seconds = this.before === null ? 0 : (now - this.before) / 1000;
    this.before = clock.playing ? now : null;
    if (clock.playing && seconds > 0) {
      this.frameRate = this.frameRate === 0 ? 1 / seconds : 0.9 * this.frameRate + 0.1 / seconds;
      clock.pass(seconds);
    }
    // a page that is only a picture has all the time it needs
    const quick = !document.documentElement.classList.contains("picture");
    this.drawNow(now, quick);
    if (clock.playing) this.wake();
    else if (quick) this.settle();
  }

  /** Where pictures of a motion are made in haste, a better one follows when nothing changes any more. */
  settle() {
    clearTimeout(this.resting);
    if (!this.view?.pace.differs) return;
    this.resting = setTimeout(() => {
      if (!this.waiting && !this.app.clock.playing) this.drawNow();
    }, REST);
  }

  /** `quick` says that another picture may follow at once. */
  drawNow(now = performance.now(), quick = false) {
    const { clock, recording, options, theme } = this.app;
    if (!recording || recording.frames === 0) return;
    options.dark = theme.dark;
    try {
      this.view?.show(recording.at(clock.t), { ...options, quick });
      if (this.chosen && this.inspector) standAside(this.inspector.box, this.view, options.selection);
      this.chosen = false;
      this.app.caption?.();
    } catch (reason) {
      this.app.complain(`The picture cannot be drawn: ${reason.message}.`);
      this.view = null;
    }
    if (!clock.playing || now - this.inspected > INSPECT_EVERY) {
      this.inspected = now;
      this.inspector?.update();
    }
  }
}
