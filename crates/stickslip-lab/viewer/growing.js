// A recording that grows while a simulation runs. It holds so many frames and bytes and no more: when it is full, the newer half stays as it
// is and of the older half frames at even distances stay, so that one can always look back to the beginning.

import { Columns } from "stickslip/columns";
import { Recording, percentile } from "stickslip/recording";

const MOST_FRAMES = 20000;
const MOST_BYTES = 200e6;
const FEWEST_FRAMES = 8; // however large they are
const FORGOTTEN_AT_ONCE = 5000; // contacts
const NUMBERS = ["residual", "audit", "penetration", "joint_error", "iterations", "solver", "verdict"];
const LOOK_EVERY = 30; // frames between two looks at the scale of forces

/** Numbers that are added at the end and thinned. */
class Growing64 {
  constructor() {
    this.room = new Float64Array(1024);
    this.length = 0;
  }

  push(value) {
    if (this.length === this.room.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.room);
      this.room = larger;
    }
    this.room[this.length++] = value;
  }

  /** Keeps those whose mark is not 0. */
  thin(marks) {
    let length = 0;
    for (let i = 0; i < this.length; i++) if (marks[i]) this.room[length++] = this.room[i];
    this.length = length;
  }

  get values() {
    return this.room.subarray(0, this.length);
  }
}

export class GrowingRecording extends Recording {
  constructor(page) {
    super(page, new Columns(new Uint8Array(0), {}));
    this.live = true;
    this.limits = { frames: MOST_FRAMES, bytes: MOST_BYTES, forgotten: FORGOTTEN_AT_ONCE };
    // the same face as that of a stored column
    const face = (name) => ({ value: (index, place) => this.list[index][name][place] });
    this.position = face("position");
    this.rotation = face("rotation");
    this.speeds = face("velocity");
    this.forget();
  }

  /** Begins anew, after a reset or a change of parameters. */
  forget() {
    this.list = [];
    this.bytes = 0;
    this.last = 0;
    this.large = undefined;
    this.looked = 0;
    this.forgotten = new Set();
    this.sweepAt = this.limits.forgotten;
    this.numbers = new Map([["step_t", new Growing64()]]);
    const ledger = new Set();
    for (const plot of this.page.plots ?? []) for (const { column } of plot.series) if (column.startsWith("energy.")) ledger.add(column);
    this.ledger = [...ledger];
    this.modes = this.page.modes ?? [];
    for (const name of [...NUMBERS, ...this.ledger, ...this.modes.map((mode) => `count.${mode}`)]) this.numbers.set(name, new Growing64());
  }

  /** Takes a frame as it came over the wire; the content must begin at a multiple of 8. */
  add(buffer) {
    const frame = readFrame(buffer);
    if (this.list.length > 0 && frame.t <= this.list.at(-1).t) return;
    this.list.push(frame);
    this.bytes += buffer.byteLength;
    this.numbers.get("step_t").push(frame.t);
    NUMBERS.forEach((name, at) => this.numbers.get(name).push(frame.numbers[at]));
    this.ledger.forEach((name, at) => this.numbers.get(name).push(frame.ledger[at] ?? NaN));
    const counts = new Uint32Array(this.modes.length);
    for (const mode of frame.touches.mode) counts[mode]++;
    // before the first step nothing is known of contacts
    const stepped = !Number.isNaN(frame.numbers[0]);
    this.modes.forEach((mode, at) => this.numbers.get(`count.${mode}`).push(stepped ? counts[at] : NaN));
    while (this.isFull()) this.thin();
  }

  isFull() {
    const { frames, bytes } = this.limits;
    return this.list.length > FEWEST_FRAMES && (this.list.length > frames || this.bytes > bytes);
  }

  /** Of the older half of the frames keeps half, evenly over the time; the very first always stays. */
  thin() {
    const { list } = this;
    const older = list.length >> 1;
    // one frame a slot of a grid that only doubles: else what is just short of its time is left out, and gaps double each time
    const apart = 2 ** Math.ceil(Math.log2((2 * (list[older].t - list[0].t)) / older));
    const marks = new Uint8Array(list.length).fill(1);
    let last = -1;
    for (let i = 0; i < older; i++) {
      const slot = Math.floor((list[i].t - list[0].t) / apart);
      marks[i] = slot !== last ? 1 : 0;
      last = slot;
      if (!marks[i]) this.bytes -= list[i].bytes;
    }
    this.list = list.filter((_, i) => marks[i]);
    for (const column of this.numbers.values()) column.thin(marks);
    this.last = 0;
    this.forgetContacts();
  }

  /** The simulation will not speak of these contacts again: they go as soon as no frame shows them. */
  release(contacts) {
    for (const contact of contacts) this.forgotten.add(contact);
    if (this.forgotten.size > this.sweepAt) this.forgetContacts();
  }

  forgetContacts() {
    if (this.forgotten.size === 0) return;
    const gone = new Set(this.forgotten);
    for (const { touches } of this.list) for (const contact of touches.contact) gone.delete(contact);
    for (const contact of gone) {
      delete this.page.contacts[contact];
      this.forgotten.delete(contact);
    }
    // those that frames still show are looked for again when there are as many others
    this.sweepAt = Math.max(this.limits.forgotten, 2 * this.forgotten.size);
  }

  get frames() {
    return this.list?.length ?? 0;
  }

  time(index) {
    return this.list[index].t;
  }

  frameTimes() {
    return this.numbers.get("step_t").values;
  }

  /** Before the first frame, bodies are where the page says. */
  pose(track, place, out) {
    if (this.frames > 0) return super.pose(track, place, out);
    const body = this.page.bodies.find((one) => one.track === track);
    (body?.pose ?? [0, 0, 0, 1, 0, 0, 0]).forEach((value, at) => (out[at] = value));
    return out;
  }

  velocity(track, index, out) {
    return this.frames > 0 ? super.velocity(track, index, out) : false;
  }

  touches(index) {
    return this.list[index]?.touches ?? NO_TOUCHES;
  }

  get largestForce() {
    if (this.large === undefined || this.frames >= this.looked + LOOK_EVERY || this.frames < this.looked) {
      this.looked = this.frames;
      const sizes = [];
      const impact = this.modes.indexOf("impact");
      for (const { touches } of this.list.slice(-200)) {
        const stride = Math.max(1, Math.floor(touches.count / 100));
        for (let i = 0; i < touches.count; i += stride) {
          if (touches.mode[i] !== impact) sizes.push(Math.hypot(touches.force[3 * i], touches.force[3 * i + 1], touches.force[3 * i + 2]));
        }
      }
      // it only rises, so that arrows do not breathe
      this.large = Math.max(this.large ?? 0, percentile(sizes.filter((size) => size > 0), 0.98));
    }
    return this.large;
  }

  series(name) {
    const column = this.numbers.get(name);
    return column ? { t: this.numbers.get("step_t").values, y: column.values } : null;
  }
}

const NO_TOUCHES = touchesOf(new Float64Array(0), new ArrayBuffer(0), 0).touches;

/** A frame of the stream: docs/page-format.md, message 3. */
function readFrame(buffer) {
  const view = new DataView(buffer);
  const t = view.getFloat64(0, true);
  const tracks = view.getUint32(8, true);
  const count = view.getUint32(12, true);
  let at = 16;
  const take = (Numbers, length) => {
    const taken = new Numbers(buffer, at, length);
    at += taken.byteLength;
    return taken;
  };
  const [position, point] = [take(Float64Array, 3 * tracks), take(Float64Array, 3 * count)];
  const [rotation, velocity] = [take(Float32Array, 4 * tracks), take(Float32Array, 6 * tracks)];
  const { touches, end } = touchesOf(point, buffer, at);
  at = end;
  const number = () => {
    at += 8;
    return view.getFloat64(at - 8, true);
  };
  const numbers = NUMBERS.map(number);
  const ledger = Array.from({ length: number() }, number);
  return { t, position, rotation, velocity, touches, numbers, ledger, bytes: buffer.byteLength };
}

/** Contacts at these points; the rest of what is known of them stands in the buffer. */
function touchesOf(point, buffer, from) {
  const count = point.length / 3;
  const contact = new Uint32Array(buffer, from, count);
  const mode = new Uint8Array(buffer, from + 4 * count, count);
  let at = from + 4 * count + 4 * Math.ceil(count / 4);
  const touches = { count, contact, mode, point };
  for (const name of ["normal", "tangent", "force", "slip", "gap"]) {
    const length = name === "gap" ? count : 3 * count;
    touches[name] = new Float32Array(buffer, at, length);
    at += 4 * length;
  }
  return { touches, end: at };
}
