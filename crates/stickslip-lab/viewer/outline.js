// The outline of many points: those that lie farthest in each of about a hundred directions. A camera that has these in its picture has
// nearly all of the others as well, however many there are.

import { length, place, scale, sub } from "stickslip/math";

/** One of each pair of opposite directions: whole numbers up to 2 without a common divisor. */
const DIRECTIONS = directions();

function directions() {
  const found = [];
  for (let x = -2; x <= 2; x++) {
    for (let y = -2; y <= 2; y++) {
      for (let z = -2; z <= 2; z++) {
        const twice = x % 2 === 0 && y % 2 === 0 && z % 2 === 0;
        const first = x > 0 || (x === 0 && (y > 0 || (y === 0 && z > 0)));
        if (first && !twice) found.push(scale([x, y, z], 1 / Math.hypot(x, y, z)));
      }
    }
  }
  return found;
}

export class Outline {
  constructor() {
    const count = 2 * DIRECTIONS.length;
    this.far = new Float64Array(count).fill(-Infinity);
    this.points = new Array(count).fill(null);
  }

  /** Adds a ball, or a point where it has no radius; says whether the outline grew. What is no number is left out. */
  add(p, radius = 0) {
    if (!Number.isFinite(p[0] + p[1] + p[2] + radius)) return false;
    let grown = false;
    for (let k = 0; k < DIRECTIONS.length; k++) {
      const d = DIRECTIONS[k];
      const s = d[0] * p[0] + d[1] * p[1] + d[2] * p[2];
      for (let side = 0; side < 2; side++) {
        const sign = 1 - 2 * side, at = 2 * k + side, reach = sign * s + radius;
        if (reach <= this.far[at]) continue;
        this.far[at] = reach;
        this.points[at] = [p[0] + sign * radius * d[0], p[1] + sign * radius * d[1], p[2] + sign * radius * d[2]];
        grown = true;
      }
    }
    return grown;
  }

  copy() {
    return Object.assign(new Outline(), { far: this.far.slice(), points: [...this.points] });
  }

  get empty() {
    return this.points[0] === null;
  }

  /** The box around all of it. */
  box() {
    const box = { least: [Infinity, Infinity, Infinity], most: [-Infinity, -Infinity, -Infinity] };
    for (const p of this.points) {
      for (let i = 0; p && i < 3; i++) {
        box.least[i] = Math.min(box.least[i], p[i]);
        box.most[i] = Math.max(box.most[i], p[i]);
      }
    }
    return box;
  }
}

const MANY = 24; // knobs of a body from which on the corners of the box around them do

/** Balls and corners in the frame of a body whose outline is, at any pose, about that of the body: [x, y, z, radius] each. Half spaces have
 * none. `boxOf(part)` gives the box of a part in its own frame. */
export function knobs(parts, boxOf) {
  const found = parts.flatMap((part) => {
    const pose = part.pose ?? [0, 0, 0, 1, 0, 0, 0];
    return own(part, boxOf).map(([x, y, z, radius]) => [...place(pose, [x, y, z]), radius]);
  }).filter((knob) => knob.every(Number.isFinite));
  return found.length > MANY ? corners(boxAround(found)) : found;
}

function own(part, boxOf) {
  if (part.shape === "sphere") return [[0, 0, 0, part.radius]];
  if (part.shape === "capsule") return [-part.half_length, part.half_length].map((z) => [0, 0, z, part.radius]);
  return corners(boxOf(part));
}

const corners = ({ middle, half }) =>
  Array.from({ length: 8 }, (_, k) => [...[0, 1, 2].map((i) => middle[i] + ((k >> i) & 1 ? half[i] : -half[i])), 0]);

function boxAround(found) {
  const least = [0, 1, 2].map((i) => Math.min(...found.map((knob) => knob[i] - knob[3])));
  const most = [0, 1, 2].map((i) => Math.max(...found.map((knob) => knob[i] + knob[3])));
  return { middle: least.map((x, i) => 0.5 * (x + most[i])), half: least.map((x, i) => 0.5 * (most[i] - x)) };
}

/** How far knobs reach from the middle of the box around them. */
export function sizeOf(found) {
  if (found.length === 0) return 0;
  const { middle } = boxAround(found);
  return Math.max(...found.map((knob) => length(sub(knob, middle)) + knob[3]));
}
