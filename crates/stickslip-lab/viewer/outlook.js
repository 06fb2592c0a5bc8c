// From which side the first picture is taken: the usual one, unless there what moves is hidden behind what stands still and
// another side shows more of it.

import { add, compose, dot, rotate, scale, sub, unplace } from "stickslip/math";
import { crossing } from "stickslip/walls";

// azimuth and elevation, the usual ones first; straight along an axis is a last resort
const SIDES = [
  ...[20, 38].flatMap((elevation) => [-62, -118, -28, -152].map((azimuth) => [azimuth, elevation])),
  ...[20, 38].flatMap((elevation) => [-90, 0].map((azimuth) => [azimuth, elevation])),
].map((side) => side.map((angle) => (angle * Math.PI) / 180));
const FEW = 40; // bodies that are looked at
const MOST_PARTS = 300; // parts that may be in the way, up to which sides are tried
const TIMES = 5;
const MUCH = 0.12; // part that is hidden at the usual side before another one is tried
const OTHER = 0.02; // what each further side must show more
const SPOTS = [[0, 0], [0.8, 0], [-0.8, 0], [0, 0.8], [0, -0.8]]; // of a body, in its sizes

/** Azimuth and elevation (rad). The camera is left where it tried last. */
export function outlook({ bodies, bounds, recording, camera }) {
  const { held, moving } = bounds;
  const inTheWay = standing(bodies, new Set(moving), bounds.boxOf);
  if (held || moving.length === 0 || inTheWay.length > MOST_PARTS || recording.live || recording.frames === 0) return SIDES[0];
  const seen = moving.filter((_, k) => k % Math.ceil(moving.length / FEW) === 0);
  const frames = Array.from({ length: TIMES }, (_, k) => Math.round((k * (recording.frames - 1)) / (TIMES - 1)));
  const places = frames.flatMap((index) => seen.map((k) => ({
    at: Array.from(recording.pose(bodies[k].track, { index, fraction: 0 }, new Float64Array(7))).slice(0, 3),
    size: Math.max(...bounds.forms[k].map((knob) => knob[3])) || 0.5 * bounds.typical,
  })));
  let best = SIDES[0], least = Infinity;
  for (const [index, side] of SIDES.entries()) {
    [camera.azimuth, camera.elevation] = side;
    camera.fit(bounds.frame.points);
    const share = hidden(places, inTheWay, camera) + OTHER * index;
    if (share < least) [best, least] = [side, share];
    if (index === 0 && share <= MUCH) break;
  }
  return best;
}

/** The parts of what stands still, with their places. */
function standing(bodies, moving, boxOf) {
  return bodies.flatMap(({ parts, pose = [0, 0, 0, 1, 0, 0, 0] }, k) =>
    (moving.has(k) ? [] : (parts ?? []).map((part) => ({ part, box: part.shape === "halfspace" ? null : boxOf(part), pose: compose(pose, part.pose ?? [0, 0, 0, 1, 0, 0, 0]) }))));
}

/** What part of what moves is hidden; behind a half space it counts half, because from behind that is a veil. */
function hidden(places, inTheWay, camera) {
  const { right, up } = camera.axes();
  const { eye } = camera;
  let sum = 0;
  for (const { at, size } of places) {
    for (const [x, y] of SPOTS) {
      const spot = add(at, add(scale(right, x * size), scale(up, y * size)));
      sum += Math.max(0, ...inTheWay.map((one) => cover(one, spot, eye)));
    }
  }
  return sum / (places.length * SPOTS.length);
}

/** How much a part covers a spot for the eye. */
function cover({ part, pose, box }, spot, eye) {
  if (part.shape === "halfspace") return dot(rotate(pose, [0, 0, 1], 3), sub(eye, pose)) < 0 ? 0.5 : 0;
  const from = unplace(pose, spot), to = unplace(pose, eye);
  const along = sub(to, from);
  if (part.shape === "sphere") {
    const share = -dot(from, along) / dot(along, along);
    const nearest = add(from, scale(along, share));
    return share > 0 && dot(nearest, nearest) < part.radius ** 2 ? 1 : 0;
  }
  const found = crossing(from, along, box.middle, box.half);
  return found && found[1] > 0 && Math.max(found[0], 0) < 1 ? 1 : 0;
}
