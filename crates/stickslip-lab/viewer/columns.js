// The numbers of a page: base64, deflated, then columns in the encodings of docs/page-format.md.

const TYPES = {
  f64: Float64Array, f32: Float32Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array, i32: Int32Array, i16: Int16Array,
};

// rows whose powers differ by more have nothing to do with each other
const FARTHEST = 15;

/** The bytes inside the page, inflated by the browser. */
export async function inflate(base64) {
  const text = base64.trim();
  if (text === "") return new Uint8Array(0);
  if (typeof DecompressionStream === "undefined") {
    throw new Error("This browser cannot inflate the motion inside the page (it has no DecompressionStream). Any browser of 2023 or later can.");
  }
  try {
    const stream = new Blob([fromBase64(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error("The motion inside the page is damaged or cut off and cannot be inflated. Make the page again.");
  }
}

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/** All columns of a page. A column is decoded when it is first asked for. */
export class Columns {
  constructor(bytes, table) {
    this.bytes = bytes;
    this.table = table ?? {};
    this.decoded = new Map();
  }

  has(name) {
    return Object.hasOwn(this.table, name);
  }

  /** The column, or null where the page has none of this name. */
  get(name) {
    if (!this.has(name)) return null;
    let column = this.decoded.get(name);
    if (!column) {
      column = this.decode(name);
      this.decoded.set(name, column);
    }
    return column;
  }

  /** All values of a column, scaled, row after row. */
  values(name) {
    return this.get(name)?.values() ?? null;
  }

  decode(name) {
    const about = this.table[name];
    const kind = TYPES[about.type];
    if (!kind) throw new Error(`The column ${name} has the type ${about.type}, which this page cannot read.`);
    const width = about.width ?? 1;
    const length = about.count * width;
    const size = length * kind.BYTES_PER_ELEMENT;
    if (!(about.offset >= 0 && about.offset + size <= this.bytes.length)) {
      throw new Error(`The column ${name} ends behind the ${this.bytes.length} bytes of the page: the file is damaged or cut off. Make the page again.`);
    }
    const stored = new kind(length);
    const target = new Uint8Array(stored.buffer);
    const source = this.bytes.subarray(about.offset, about.offset + size);
    if (about.planes) interleave(source, target, length, kind.BYTES_PER_ELEMENT);
    else target.set(source);
    const powers = about.power ? this.other(name, about.power) : null;
    if (about.delta > 0) {
      for (let i = about.delta; i < length; i++) stored[i] += stored[i - about.delta];
    } else if (about.by) {
      addToLastOfSame(stored, width, this.other(name, about.by), powers);
    }
    return new Column(stored, width, about, powers);
  }

  /** The stored numbers of a column that another refers to. */
  other(name, referred) {
    const column = this.get(referred);
    if (!column) throw new Error(`The column ${name} refers to ${referred}, which is missing.`);
    return column.stored;
  }
}

/** Undoes the split into planes of bytes. */
function interleave(source, target, length, size) {
  for (let plane = 0; plane < size; plane++) {
    const from = plane * length;
    for (let i = 0, to = plane; i < length; i++, to += size) target[to] = source[from + i];
  }
}

/**
 * Adds to each row the last one of the same owner; the arrays of whole numbers wrap by themselves. Where rows have powers of two of
 * their own, the last row is first brought to that of the next, rounded down.
 */
function addToLastOfSame(stored, width, owner, powers) {
  let most = 0;
  for (let row = 0; row < owner.length; row++) most = Math.max(most, owner[row]);
  const last = new Int32Array(most + 1).fill(-1);
  const rows = Math.min(owner.length, Math.floor(stored.length / width));
  for (let row = 0; row < rows; row++) {
    const before = last[owner[row]] * width;
    if (before >= 0) {
      const here = row * width;
      const by = powers ? powers[last[owner[row]]] - powers[row] : 0;
      for (let j = 0; j < width; j++) stored[here + j] += by === 0 ? stored[before + j] : carried(stored[before + j], by);
    }
    last[owner[row]] = row;
  }
}

/** A whole number in units that are 2^by smaller. */
function carried(whole, by) {
  if (Math.abs(by) > FARTHEST) return 0;
  return by < 0 ? whole >> -by : whole * 2 ** by;
}

/** Stored numbers with their scale. The scale is applied on reading, so that small types stay small in memory. */
export class Column {
  constructor(stored, width, { scale, origin }, powers = null) {
    this.stored = stored;
    this.width = width;
    this.powers = powers;
    this.count = width > 0 ? stored.length / width : 0;
    this.plain = scale === undefined && origin === undefined;
    this.scale = each(scale ?? 1, width);
    this.origin = each(origin ?? 0, width);
  }

  /** The number at a row and a place in it. */
  value(row, place = 0) {
    const stored = this.stored[row * this.width + place];
    if (this.plain) return stored;
    return this.origin[place] + this.scale[place] * (this.powers ? stored * 2 ** this.powers[row] : stored);
  }

  /** Writes rows into an array with room for them. */
  read(row, rows, out) {
    const { stored, width, scale, origin } = this;
    const from = row * width;
    const length = rows * width;
    if (this.plain) {
      for (let i = 0; i < length; i++) out[i] = stored[from + i];
      return;
    }
    const { powers } = this;
    for (let i = 0, place = 0, at = row; i < length; i++) {
      out[i] = origin[place] + scale[place] * (powers ? stored[from + i] * 2 ** powers[at] : stored[from + i]);
      if (++place === width) {
        place = 0;
        at += 1;
      }
    }
  }

  /** All values; those that are stored as they are are not copied. */
  values() {
    if (this.plain) return this.stored;
    const out = new Float64Array(this.stored.length);
    this.read(0, this.count, out);
    return out;
  }
}

function each(given, width) {
  return Array.isArray(given) ? Float64Array.from(given) : new Float64Array(width).fill(given);
}
