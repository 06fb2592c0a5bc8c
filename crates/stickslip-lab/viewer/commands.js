// What is asked of the simulation, in order: one command is on its way at a time, so that none overtakes another.

import { sendCommand } from "stickslip/stream";

/** Commands of which only the newest counts: a pull replaces one that still waits, and so does a value of the same parameter. */
const REPLACES = {
  pull: () => true,
  speed: () => true,
  set: (one, other) => one.name === other.name,
};

export class Commands {
  constructor(address) {
    this.address = address;
    this.waiting = [];
    this.busy = false;
  }

  /** The answer is null, or the sentence why not; null too for what a newer command has replaced. */
  send(command) {
    return new Promise((answer) => {
      const last = this.waiting.at(-1);
      // only the last one: what was asked in between must keep its place
      if (last && last.command.do === command.do && REPLACES[command.do]?.(last.command, command)) {
        last.answer(null);
        this.waiting.pop();
      }
      this.waiting.push({ command, answer });
      this.next();
    });
  }

  async next() {
    if (this.busy) return;
    this.busy = true;
    while (this.waiting.length > 0) {
      const { command, answer } = this.waiting.shift();
      answer(await sendCommand(this.address, command));
    }
    this.busy = false;
  }
}
