// The live view: listens to a running simulation and steers it.

import { Commands } from "stickslip/commands";
import { element, withCode } from "stickslip/dom";
import { GrowingRecording } from "stickslip/growing";
import { LiveBar, livePanel } from "stickslip/livebar";
import { Pull } from "stickslip/pull";
import { giveFriction } from "stickslip/recording";
import { readStream } from "stickslip/stream";

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
    this.speed = 1;
    this.following = true;
    this.plotted = 0;
    this.plotTimer = 0;
    this.described = null;
    this.text = new TextDecoder();
    this.commands = new Commands(new URL("command", location.href));
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
      await this.seen();
      const end = new AbortController();
      // a browser has six connections to a server: hidden tabs leave theirs to those that are looked at
      const hide = () => {
        if (document.hidden) end.abort();
      };
      document.addEventListener("visibilitychange", hide);
      try {
        await readStream(new URL("stream", location.href), end.signal, (type, buffer) => {
          wait = 500;
          this.take(type, buffer);
        });
      } catch (reason) {
        if (!end.signal.aborted) console.info(`stream: ${reason.message}`);
      }
      document.removeEventListener("visibilitychange", hide);
      this.described = null;
      if (end.signal.aborted) continue;
      this.setState("gone");
      this.tell("The simulation does not answer: stickslip was stopped, or it is busy. What came so far can still be looked at. Trying again …");
      this.begun();
      await new Promise((done) => setTimeout(done, wait));
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
  }

  /** Waits until the tab is looked at. */
  seen() {
    if (!document.hidden) return Promise.resolve();
    return new Promise((done) => document.addEventListener("visibilitychange", () => done(), { once: true }));
  }

  take(type, buffer) {
    if (type === FRAME) {
      this.recording.add(buffer);
      this.begun();
      this.grown();
      return;
    }
    const message = JSON.parse(this.text.decode(buffer));
    if (type === DESCRIPTION) this.described = message;
    if (type !== NEWS) return;
    // the news that follow a description say which beginning it is of
    if (this.described) {
      const same = message.beginning !== undefined && message.beginning === this.beginning;
      this.beginning = message.beginning;
      if (same) this.rejoin(this.described, message);
      else this.describe(this.described);
      this.described = null;
      this.news(message);
      if (same) this.events?.refresh();
      return;
    }
    this.news(message);
  }

  /**
   * The same run as before the connection was lost: its frames stay. Contacts and events come all over again, as far as the simulation keeps
   * them: what it has forgotten meanwhile stays as long as a frame shows it, and so do events that are older than its first.
   */
  rejoin({ contacts }, { contacts: others = [], events = [] }) {
    const { page } = this.app;
    giveFriction(page, contacts);
    contacts.forEach((contact, number) => (page.contacts[number] = contact));
    const told = new Set(others.map(({ number }) => number));
    const gone = [];
    page.contacts.forEach((_, number) => {
      if (number >= contacts.length && !told.has(number)) gone.push(number);
    });
    this.recording.release(gone);
    const from = events.length > 0 ? page.events.findIndex(({ t }) => t >= events[0].t) : -1;
    if (from >= 0) page.events.splice(from);
    this.tell(null);
    if (this.state === "gone") this.setState("playing");
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
    this.pull?.release();
    this.following = true;
    this.tell(null);
    if (this.state === "gone" || this.state === "connecting") this.setState("playing");
    // a simulation that is paused sends no frame
    if (!this.stage) {
      setTimeout(() => this.begun(), LONGEST_SILENCE);
      return;
    }
    if (columns !== JSON.stringify(page.plots)) location.reload();
    if (same) this.stage.view?.stance.restart();
    else this.stage.reopen();
    this.stage.select(null);
    this.stage.toolbar.fillFollow();
    this.plots?.span.reset();
    this.bodyPlots?.describe();
    this.events?.refresh();
    this.showFacts?.();
    this.fillSliders?.();
  }

  news({ contacts, forgotten, events, state, text, speed }) {
    const { page } = this.app;
    if (contacts) {
      giveFriction(page, contacts);
      for (const contact of contacts) page.contacts[contact.number] = contact;
    }
    if (forgotten) this.recording.release(forgotten);
    if (events) {
      for (const event of events) page.events.push(event);
      if (page.events.length > KEPT_EVENTS) page.events.splice(0, page.events.length - KEPT_EVENTS);
      this.replot();
    }
    if (state) this.setState(state);
    if (speed !== undefined) this.setSpeed(speed);
    if (text !== undefined) this.tell(text || null);
  }

  /** A frame has come: the picture follows at once, the plots a little later. */
  grown() {
    const { clock } = this.app;
    if (!clock) return;
    clock.span(this.recording.begin, this.recording.end);
    if (this.following) clock.t = clock.end;
    this.pull?.update();
    this.replot();
    clock.changed();
  }

  /** Plots and events take in what has come: now and then while frames come, and once more after the last. */
  replot() {
    if (this.plotTimer || !this.plots) return;
    const wait = Math.max(0, this.plotted + PLOT_EVERY - performance.now());
    this.plotTimer = setTimeout(() => {
      this.plotTimer = 0;
      this.plotted = performance.now();
      this.plots.grow();
      this.events?.grow();
    }, wait);
  }

  setState(state) {
    this.state = state;
    this.bar?.update();
    this.showState?.();
  }

  /** All viewers have the same speed, whoever set it. */
  setSpeed(speed) {
    this.speed = speed;
    this.bar?.showSpeed();
  }

  tell(text) {
    this.notice.hidden = !text;
    this.notice.replaceChildren(...withCode(text ?? ""));
  }

  /** Asks something of the simulation: the answer is null, or the sentence why not. */
  async send(command) {
    const refusal = await this.commands.send(command);
    if (refusal) this.tell(refusal);
    return refusal;
  }

  toggle() {
    if (this.state === "playing") this.pause();
    else this.play();
  }

  play() {
    this.following = true;
    this.send({ do: "play" });
  }

  pause() {
    this.following = true;
    this.send({ do: "pause" });
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
