// The live view: listens to a running simulation and steers it.

import { element } from "stickslip/dom";
import { GrowingRecording } from "stickslip/growing";
import { LiveBar, livePanel } from "stickslip/livebar";
import { Pull } from "stickslip/pull";
import { giveFriction } from "stickslip/recording";
import { readStream, sendCommand } from "stickslip/stream";

const DESCRIPTION = 1;
const NEWS = 2;
const FRAME = 3;
const PLOT_EVERY = 250; // ms
const LONGEST_WAIT = 8000; // ms between two attempts to reach the server again
const LONGEST_SILENCE = 1000; // ms that the page waits for the first frame
const KEPT_EVENTS = 5000;

export class Live {
  constructor(app) {
    this.app = app;
    this.recording = new GrowingRecording(app.page);
    this.state = "connecting";
    this.following = true;
    this.plotted = 0;
    this.text = new TextDecoder();
    this.notice = element("p", { class: "warnings", role: "status", hidden: true });
    document.getElementById("top").after(this.notice);
  }

  /** Listens, and answers with the recording when the first description has come or the server cannot be reached. */
  connect() {
    return new Promise((begun) => {
      this.begun = () => begun(this.recording);
      this.listen();
    });
  }

  async listen() {
    let wait = 500;
    for (;;) {
      try {
        await readStream(new URL("stream", location.href), undefined, (type, buffer) => {
          wait = 500;
          this.take(type, buffer);
        });
      } catch (reason) {
        console.info(`stream: ${reason.message}`);
      }
      this.setState("gone");
      this.tell("The simulation does not answer: stickslip was stopped, or it is busy. What came so far can still be looked at. Trying again …");
      this.begun();
      await new Promise((done) => setTimeout(done, wait));
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
  }

  take(type, buffer) {
    if (type === FRAME) this.recording.add(buffer);
    else if (type === DESCRIPTION) this.describe(JSON.parse(this.text.decode(buffer)));
    else if (type === NEWS) this.news(JSON.parse(this.text.decode(buffer)));
    if (type !== FRAME) return;
    this.begun();
    this.grown();
  }

  /** A new beginning: all frames are forgotten. */
  describe(description) {
    const { page } = this.app;
    const shape = (of) => JSON.stringify([of.bodies, of.meshes, of.joints, of.up]);
    const same = shape(page) === shape(description);
    const columns = JSON.stringify(page.plots);
    Object.assign(page, description, { kind: "live" });
    giveFriction(page, page.contacts);
    this.recording.forget();
    this.following = true;
    this.tell(null);
    if (this.state === "gone" || this.state === "connecting") this.setState("playing");
    // a simulation that is paused sends no frame
    if (!this.stage) {
      setTimeout(() => this.begun(), LONGEST_SILENCE);
      return;
    }
    if (columns !== JSON.stringify(page.plots)) location.reload();
    if (!same) this.stage.reopen();
    this.stage.select(null);
    this.events?.refresh();
    this.fillSliders?.();
  }

  news({ contacts, forgotten, events, state, text }) {
    const { page } = this.app;
    if (contacts) {
      giveFriction(page, contacts);
      for (const contact of contacts) page.contacts[contact.number] = contact;
    }
    if (forgotten) this.recording.release(forgotten);
    if (events) {
      page.events.push(...events);
      if (page.events.length > KEPT_EVENTS) page.events.splice(0, page.events.length - KEPT_EVENTS);
      this.eventsCame = true;
    }
    if (state) this.setState(state);
    if (text !== undefined) this.tell(text || null);
  }

  /** A frame has come: the picture follows at once, the plots a little later. */
  grown() {
    const { clock } = this.app;
    if (!clock) return;
    clock.span(this.recording.begin, this.recording.end);
    if (this.following) clock.t = clock.end;
    this.pull?.update();
    const now = performance.now();
    if (now - this.plotted > PLOT_EVERY) {
      this.plotted = now;
      this.plots?.grow();
      if (this.eventsCame) this.events?.refresh();
      this.eventsCame = false;
    }
    clock.changed();
  }

  setState(state) {
    this.state = state;
    this.bar?.update();
    this.showState?.();
  }

  tell(text) {
    this.notice.hidden = !text;
    this.notice.textContent = text ?? "";
  }

  async send(command) {
    const refusal = await sendCommand(new URL("command", location.href), command);
    if (refusal) this.tell(refusal);
  }

  toggle() {
    this.following = true;
    this.send({ do: this.state === "playing" ? "pause" : "play" });
  }

  /** One step of the simulation; back and on among what came where one looks back. */
  step(count) {
    const { clock } = this.app;
    const { recording } = this;
    const { index } = recording.at(clock.t);
    if (count > 0 && index >= recording.frames - 1) {
      this.following = true;
      this.send({ do: "step" });
    } else if (recording.frames > 0) {
      this.following = false;
      clock.seek(recording.time(Math.min(Math.max(index + count, 0), recording.frames - 1)));
    }
  }

  reset() {
    this.send({ do: "reset" });
  }

  transport(box, stage) {
    this.stage = stage;
    stage.onreopen = () => this.pull.attach();
    this.pull = new Pull(this.app, this, stage);
    this.bar = new LiveBar(box, this.app, this);
    this.app.clock.listen(() => stage.wake());
    return this.bar;
  }

  panel() {
    return livePanel(this.app, this);
  }
}
