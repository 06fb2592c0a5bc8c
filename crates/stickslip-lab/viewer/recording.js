// The motion as everybody else sees it: frames by number or by time. Room for contacts is made once and used again.

const IMPACT = "impact";
const LOOKED_AT = 200000; // contacts that are looked at for the scale of forces
const ABOVE_MEDIAN = 8; // times the median force that a large usual one is at most

/** Contacts of one frame, with room that grows and is used again. */
export class TouchRoom {
  constructor() {
    this.room = 0;
    this.count = -1;
    this.resize(0);
  }

  /** Makes room for so many contacts and sets the views to exactly them. */
  resize(count) {
    if (count > this.room || this.room === 0) {
      this.room = Math.max(count, 2 * this.room, 16);
      this.all = {
        contact: new Uint32Array(this.room), mode: new Uint8Array(this.room), gap: new Float32Array(this.room),
        point: new Float64Array(3 * this.room), normal: new Float32Array(3 * this.room), tangent: new Float32Array(3 * this.room),
        force: new Float32Array(3 * this.room), slip: new Float32Array(3 * this.room),
      };
      this.count = -1;
    }
    if (count !== this.count) {
      const { all } = this;
      for (const name of ["contact", "mode", "gap"]) this[name] = all[name].subarray(0, count);
      for (const name of ["point", "normal", "tangent", "force", "slip"]) this[name] = all[name].subarray(0, 3 * count);
      this.count = count;
    }
  }
}

/** A finished run. */
export class Recording {
  constructor(page, columns) {
    this.page = page;
    this.columns = columns;
    this.times = columns.values("t") ?? new Float64Array(0);
    this.position = columns.get("position");
    this.rotation = columns.get("rotation");
    this.speeds = columns.get("velocity");
    this.room = new TouchRoom();
    this.roomIndex = -1;
    this.known = new Map();
    this.last = 0;
    if (this.frames > 0) this.checkSizes();
  }

  checkSizes() {
    const tracks = (this.page.bodies ?? []).filter((body) => body.track !== null && body.track !== undefined).length;
    for (const [column, name, width] of [[this.position, "position", 3], [this.rotation, "rotation", 4]]) {
      if (tracks > 0 && (!column || column.width !== width * tracks || column.count !== this.frames)) {
        throw new Error(`The column ${name} does not fit the ${tracks} bodies that move and the ${this.frames} frames: the page is damaged. Make it again.`);
      }
    }
  }

  get frames() {
    return this.times.length;
  }

  time(index) {
    return this.times[index];
  }

  get begin() {
    return this.frames > 0 ? this.time(0) : 0;
  }

  get end() {
    return this.frames > 0 ? this.time(this.frames - 1) : 0;
  }

  /** The place of a time: between frames index and index + 1, except at the very end. */
  at(t) {
    const last = this.frames - 1;
    if (last < 1 || !(t > this.time(0))) return { index: 0, fraction: 0 };
    if (t >= this.time(last)) return { index: last, fraction: 0 };
    // the frame is most often that of the last question or its neighbour
    let low = Math.min(this.last, last - 1);
    if (!(this.time(low) <= t && t < this.time(low + 1))) {
      low = 0;
      let high = last;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (this.time(middle) <= t) low = middle;
        else high = middle;
      }
    }
    this.last = low;
    const span = this.time(low + 1) - this.time(low);
    return { index: low, fraction: span > 0 ? (t - this.time(low)) / span : 0 };
  }

  /** Where a body is: x y z, then the quaternion w x y z. */
  pose(track, place, out) {
    const { position, rotation } = this;
    const { index, fraction } = place;
    const next = fraction > 0 && index + 1 < this.frames ? index + 1 : index;
    for (let j = 0; j < 3; j++) {
      const a = position.value(index, 3 * track + j);
      out[j] = next === index ? a : a + fraction * (position.value(next, 3 * track + j) - a);
    }
    let square = 0;
    let along = 0;
    if (next !== index) {
      for (let j = 0; j < 4; j++) along += rotation.value(index, 4 * track + j) * rotation.value(next, 4 * track + j);
    }
    const sign = along < 0 ? -1 : 1;
    for (let j = 0; j < 4; j++) {
      const a = rotation.value(index, 4 * track + j);
      const q = next === index ? a : a + fraction * (sign * rotation.value(next, 4 * track + j) - a);
      out[3 + j] = q;
      square += q * q;
    }
    const scale = square > 0 ? 1 / Math.sqrt(square) : 1;
    for (let j = 3; j < 7; j++) out[j] *= scale;
    return out;
  }

  get hasVelocity() {
    return this.speeds !== null;
  }

  /** Linear and angular velocity, or false where none was kept. */
  velocity(track, index, out) {
    if (!this.speeds) return false;
    for (let j = 0; j < 6; j++) out[j] = this.speeds.value(index, 6 * track + j);
    return out;
  }

  /** Contacts of a frame. The answer is used again for the next question. */
  touches(index) {
    const { room } = this;
    if (this.roomIndex === index) return room;
    const start = this.columns.get("touch.start");
    if (!start || index < 0 || index + 1 >= start.count) {
      room.resize(0);
    } else {
      const from = start.value(index);
      const count = start.value(index + 1) - from;
      room.resize(count);
      for (const name of ["contact", "mode", "point", "normal", "tangent", "force", "slip", "gap"]) {
        const column = this.columns.get(`touch.${name}`);
        if (column) column.read(from, count, room[name]);
        else room[name].fill(0);
      }
    }
    this.roomIndex = index;
    return room;
  }

  /** A force that is large in this recording (N): 98 of 100 contacts that are not impacts carry less, unless these are far from
   * what is usual, as in a first step that stops everything. */
  get largestForce() {
    if (this.large === undefined) this.large = this.findLargeForce();
    return this.large;
  }

  findLargeForce() {
    const force = this.columns.get("touch.force");
    if (!force) return 0;
    const mode = this.columns.get("touch.mode");
    const impact = (this.page.modes ?? []).indexOf(IMPACT);
    const stride = Math.max(1, Math.floor(force.count / LOOKED_AT));
    const calm = [];
    const hard = [];
    for (let row = 0; row < force.count; row += stride) {
      const size = Math.hypot(force.value(row, 0), force.value(row, 1), force.value(row, 2));
      if (size > 0) (mode && mode.value(row) === impact ? hard : calm).push(size);
    }
    const usual = calm.length > 0 ? calm : hard;
    return Math.min(percentile(usual, 0.98), ABOVE_MEDIAN * percentile(usual, 0.5));
  }

  /** A column with its times, or null. */
  series(name, time = "step_t") {
    const key = `${time} ${name}`;
    if (!this.known.has(key)) {
      const t = this.columns.values(time);
      const y = this.columns.values(name);
      this.known.set(key, t && y && t.length === y.length ? { t, y } : null);
    }
    return this.known.get(key);
  }
}

/** Contacts name their friction set by its place in the page's table; here each gets the set itself, which many share. */
export function giveFriction(page, contacts) {
  for (const contact of contacts) {
    if (typeof contact.friction === "number") contact.friction = page.frictions?.[contact.friction] ?? null;
  }
}

/** The value below which a share of all lies. */
export function percentile(values, share) {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(share * (sorted.length - 1))];
}
