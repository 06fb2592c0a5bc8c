// The room that a body takes: the box around its parts in its own frame, and from that its box in the world.

import { add, compose, length, place, rotate, sub } from "stickslip/math";
import { halfBox, reach } from "stickslip/shapes";

const HERE = [0, 0, 0, 1, 0, 0, 0];
const AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** The box of a part in its own frame: middle and half its sides; `meshBox(k)` gives { least, most } of a mesh. */
export function partBox(part, meshBox) {
  if (part.shape !== "mesh") return { middle: [0, 0, 0], half: halfBox(part) };
  const { least, most } = meshBox(part.mesh);
  return { middle: least.map((x, i) => 0.5 * (x + most[i])), half: least.map((x, i) => 0.5 * (most[i] - x)) };
}

/** The half of a turned box along the axes of the world. */
export function turnedHalf(pose, half) {
  const out = [0, 0, 0];
  AXES.forEach((axis, k) => rotate(pose, axis, 3).forEach((x, i) => { out[i] += Math.abs(x) * half[k]; }));
  return out;
}

/** The box of a body in its own frame, and how far it reaches from the middle of the box: infinite for half spaces. */
export function ownBox(body, meshBox) {
  const boxes = (body.parts ?? []).map((part) => {
    const { middle, half } = partBox(part, meshBox);
    const pose = compose(part.pose ?? HERE, [...middle, 1, 0, 0, 0]);
    return { part, at: pose.slice(0, 3), half: turnedHalf(pose, half), own: length(half) };
  });
  if (boxes.length === 0) return { middle: [0, 0, 0], half: [0, 0, 0], reach: 0 };
  if (!boxes.every(({ half }) => half.every(Number.isFinite))) return { middle: [0, 0, 0], half: [Infinity, Infinity, Infinity], reach: Infinity };
  const end = (i, sign) => sign * Math.max(...boxes.map(({ at, half }) => sign * at[i] + half[i]));
  const least = [0, 1, 2].map((i) => end(i, -1)), most = [0, 1, 2].map((i) => end(i, 1));
  const middle = add(least, most).map((x) => 0.5 * x), half = sub(most, least).map((x) => 0.5 * x);
  const farthest = Math.max(...boxes.map(({ part, at, own }) => length(sub(at, middle)) + reach(part, () => own)));
  return { middle, half, reach: Math.min(length(half), farthest) };
}

/** The middle of the box of a body in the world. */
export const middleAt = ({ middle }, pose) => (middle[0] || middle[1] || middle[2] ? place(pose, middle) : pose);

/** How far it goes from there along the axes of the world. */
export function roomAt({ half, reach: far }, pose) {
  // a ball is the same whichever way it is turned
  if (half.every((x) => x >= far)) return [far, far, far];
  return turnedHalf(pose, half).map((x) => Math.min(x, far));
}
