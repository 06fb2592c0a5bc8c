// What the picture is about: the box of everything that moves over the whole recording and of the still bodies that are not
// huge, the size of a typical body, and whether all happens in one plane. Where walls hold a pile, the picture is about the pile.

import { compose, length, rotate } from "stickslip/math";
import { halfBox, reach } from "stickslip/shapes";
import { boxOfWalls, findWalls } from "stickslip/walls";

const LOOKS = 60000; // poses that are looked at
const SPILL = 0.25; // sizes of a container up to which what leaves it is in the first picture

/** `meshBox(k)` gives { least, most } of a mesh in its own frame; `level` are two directions across. */
export function boundsOf(page, recording, meshBox, level) {
  const bodies = page.bodies ?? [];
  const meshHalf = (k) => {
    const { least, most } = meshBox(k);
    return least.map((x, i) => Math.max(Math.abs(x), Math.abs(most[i])));
  };
  const sizes = bodies.map((body) => Math.max(0, ...(body.parts ?? []).map((part) =>
    length(part.pose ?? [0, 0, 0]) + reach(part, (k) => length(meshHalf(k))))));
  const moving = [];
  bodies.forEach((body, index) => {
    if (body.track !== null && body.track !== undefined && Number.isFinite(sizes[index])) moving.push(index);
  });
  const paths = pathsOf(moving.map((index) => bodies[index]), recording);
  const box = { least: [Infinity, Infinity, Infinity], most: [-Infinity, -Infinity, -Infinity] };
  moving.forEach((index, k) => grow(box, paths.least[k], paths.most[k], sizes[index]));
  addStill(box, bodies, sizes, moving, meshHalf);
  if (!(box.most[0] >= box.least[0])) Object.assign(box, { least: [-1, -1, 0], most: [1, 1, 1] });
  const radius = Math.max(1e-6, 0.5 * length(box.most.map((x, i) => x - box.least[i])));
  const middle = box.most.map((x, i) => 0.5 * (x + box.least[i]));
  const typical = median((moving.length ? moving : bodies.map((_, k) => k)).map((k) => sizes[k]).filter((x) => x > 0 && Number.isFinite(x)));
  const held = findWalls({ bodies, moving, sizes, level, boxOf: boxIn(meshBox), poses: endsOf(bodies, recording) });
  const frame = held ? frameOf(held, bodies, moving, paths, sizes) : { least: [...box.least], most: [...box.most], clip: null };
  const size = Math.max(1e-6, 0.5 * length(frame.most.map((x, i) => x - frame.least[i])));
  return { ...box, radius, middle, typical: typical || 0.3 * radius, planar: planeOf(paths, radius), moving, held, frame, size };
}

/** The box of a part in its own frame: middle and half its sides. */
function boxIn(meshBox) {
  return (part) => {
    if (part.shape !== "mesh") return { middle: [0, 0, 0], half: halfBox(part) };
    const { least, most } = meshBox(part.mesh);
    return { middle: least.map((x, i) => 0.5 * (x + most[i])), half: least.map((x, i) => 0.5 * (most[i] - x)) };
  };
}

/** Gives the first and the last pose of a body. */
function endsOf(bodies, recording) {
  const frames = recording?.frames ?? 0;
  return (index) => {
    const { track, pose = [0, 0, 0, 1, 0, 0, 0] } = bodies[index];
    if (track === null || track === undefined || frames === 0) return [pose, pose];
    return [0, frames - 1].map((at) => Array.from(recording.pose(track, { index: at, fraction: 0 }, new Float64Array(7))));
  };
}

/** The box of what is held and of walls that move and are not huge, and the box beyond which what leaves is let go. */
function frameOf({ held, walls }, bodies, moving, paths, sizes) {
  const inside = new Set(held);
  const frame = { least: [Infinity, Infinity, Infinity], most: [-Infinity, -Infinity, -Infinity] };
  const take = (index, k) => grow(frame, paths.least[k], paths.most[k], sizes[index]);
  moving.forEach((index, k) => inside.has(index) && take(index, k));
  const span = length(frame.most.map((x, i) => x - frame.least[i]));
  for (const { body } of walls) if (moving.includes(body) && sizes[body] < span) take(body, moving.indexOf(body));
  const clip = boxOfWalls(walls, (k) => bodies[k].pose ?? [0, 0, 0, 1, 0, 0, 0]);
  for (let i = 0; i < 3; i++) {
    const room = SPILL * (clip.most[i] - clip.least[i]);
    clip.least[i] -= room;
    clip.most[i] += room;
    frame.least[i] = Math.max(frame.least[i], clip.least[i]);
    frame.most[i] = Math.min(frame.most[i], clip.most[i]);
  }
  return { ...frame, clip };
}

function grow(box, least, most, size) {
  for (let i = 0; i < 3; i++) {
    if (Number.isFinite(least[i] + most[i])) {
      box.least[i] = Math.min(box.least[i], least[i] - size);
      box.most[i] = Math.max(box.most[i], most[i] + size);
    }
  }
}

/** The boxes of the paths, without the rare bodies and moments that leave for far away. */
function pathsOf(bodies, recording) {
  const frames = recording?.frames ?? 0;
  const looks = Math.max(1, Math.min(frames, 160, Math.floor(LOOKS / Math.max(1, bodies.length))));
  const least = bodies.map((body) => (body.pose ?? [0, 0, 0]).slice(0, 3));
  const most = least.map((p) => [...p]);
  const all = [[], [], []];
  let turned = [0, 0, 0];
  const out = new Float64Array(7);
  bodies.forEach((body, k) => {
    let from = null;
    for (let look = 0; look < looks && frames > 0; look++) {
      const index = looks > 1 ? Math.round((look * (frames - 1)) / (looks - 1)) : 0;
      recording.pose(body.track, { index, fraction: 0 }, out);
      from ??= out.slice(3);
      for (let i = 0; i < 3; i++) {
        all[i].push(out[i]);
        least[k][i] = Math.min(least[k][i], out[i]);
        most[k][i] = Math.max(most[k][i], out[i]);
      }
      const spin = relative(from, out);
      turned = turned.map((x, i) => Math.max(x, Math.abs(spin[i])));
    }
  });
  for (let i = 0; i < 3; i++) {
    const sorted = Float64Array.from(all[i].filter(Number.isFinite)).sort();
    if (sorted.length < 20) continue;
    const low = sorted[Math.floor(0.03 * sorted.length)], high = sorted[Math.floor(0.97 * sorted.length)];
    const span = Math.max(high - low, 1e-9);
    if (sorted[sorted.length - 1] - sorted[0] <= 4 * span + 1e-6) continue;
    for (const p of [...least, ...most]) p[i] = Math.min(high + span, Math.max(low - span, p[i]));
  }
  return { least, most, turned };
}

/** The axis part of the turn from one quaternion to that of a pose. */
function relative(from, pose) {
  const [w, x, y, z] = from;
  return [
    -pose[3] * x + pose[4] * w - pose[5] * z + pose[6] * y,
    -pose[3] * y + pose[4] * z + pose[5] * w - pose[6] * x,
    -pose[3] * z - pose[4] * y + pose[5] * x + pose[6] * w,
  ];
}

/** Still bodies that are not much larger than what moves. */
function addStill(box, bodies, sizes, moving, meshHalf) {
  const span = moving.length ? 0.5 * length(box.most.map((x, i) => x - box.least[i])) : Infinity;
  const known = new Set(moving);
  const middle = moving.length ? box.most.map((x, i) => 0.5 * (x + box.least[i])) : null;
  bodies.forEach((body, index) => {
    if (known.has(index) || !body.pose) return;
    for (const part of body.parts ?? []) {
      const half = halfBox(part, meshHalf);
      if (!half.every(Number.isFinite)) continue;
      const pose = compose(body.pose, part.pose ?? [0, 0, 0, 1, 0, 0, 0]);
      const away = middle ? Math.max(0, length(pose.slice(0, 3).map((x, i) => x - middle[i])) - span) : 0;
      if (length(half) + away > 2.5 * span) continue;
      // the box of the turned box
      const outer = [0, 0, 0];
      for (let axis = 0; axis < 3; axis++) {
        const e = [0, 0, 0];
        e[axis] = half[axis];
        rotate(pose, e, 3).forEach((x, i) => { outer[i] += Math.abs(x); });
      }
      for (let i = 0; i < 3; i++) {
        box.least[i] = Math.min(box.least[i], pose[i] - outer[i]);
        box.most[i] = Math.max(box.most[i], pose[i] + outer[i]);
      }
    }
  });
}

/** Whether all moves and turns in a plane y = constant, and not only up and down. */
function planeOf({ least, most, turned }, radius) {
  if (least.length === 0) return false;
  const [across, deep, high] = [0, 1, 2].map((i) => Math.max(...most.map((p) => p[i])) - Math.min(...least.map((p) => p[i])));
  const flat = deep < 1e-3 * radius && turned[0] < 1e-3 && turned[2] < 1e-3;
  return flat && (turned[1] > 1e-3 || (across > 0.02 * radius && high > 0.02 * radius));
}

function median(values) {
  if (values.length === 0) return 0;
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
