// What the picture is about: the box of everything that moves over the whole recording and of the still bodies that are not
// huge, the size of a typical body, and whether all happens in one plane. Where walls hold a pile, the picture is about the pile.

import { middleAt, ownBox, partBox, roomAt, turnedHalf } from "stickslip/extent";
import { compose, length } from "stickslip/math";
import { boxOfWalls, findWalls } from "stickslip/walls";

const LOOKS = 60000; // poses that are looked at
const ROOM = 0.22; // sizes of the picture beyond which a force does not widen it
const SPILL = 0.25; // sizes of a container up to which what leaves it is in the first picture

/** `meshBox(k)` gives { least, most } of a mesh in its own frame; `level` are two directions across. */
export function boundsOf(page, recording, meshBox, level) {
  const bodies = page.bodies ?? [];
  const boxes = bodies.map((body) => ownBox(body, meshBox));
  const sizes = boxes.map(({ reach }) => reach);
  const moving = [];
  bodies.forEach((body, index) => {
    if (body.track !== null && body.track !== undefined && Number.isFinite(sizes[index])) moving.push(index);
  });
  const paths = pathsOf(moving.map((index) => ({ ...bodies[index], box: boxes[index] })), recording);
  const box = { least: [Infinity, Infinity, Infinity], most: [-Infinity, -Infinity, -Infinity] };
  moving.forEach((_, k) => grow(box, paths, k));
  addStill(box, bodies, moving, meshBox);
  if (!(box.most[0] >= box.least[0])) Object.assign(box, { least: [-1, -1, 0], most: [1, 1, 1] });
  const radius = Math.max(1e-6, 0.5 * length(box.most.map((x, i) => x - box.least[i])));
  const middle = box.most.map((x, i) => 0.5 * (x + box.least[i]));
  const typical = median((moving.length ? moving : bodies.map((_, k) => k)).map((k) => sizes[k]).filter((x) => x > 0 && Number.isFinite(x)));
  const held = findWalls({ bodies, moving, sizes, level, boxOf: (part) => partBox(part, meshBox), poses: endsOf(bodies, recording) });
  const frame = held ? frameOf(held, bodies, moving, paths, sizes) : { least: [...box.least], most: [...box.most], clip: null };
  const size = Math.max(1e-6, 0.5 * length(frame.most.map((x, i) => x - frame.least[i])));
  return { ...box, radius, middle, typical: typical || 0.3 * radius, planar: planeOf(paths, radius), moving, boxes, held, frame, size };
}

/** Widens the first picture by arrows, given as { from, to }; the long ones of hard impacts may leave it. */
export function makeRoom({ frame, size }, arrows) {
  for (const { from, to } of arrows) {
    for (let i = 0; i < 3; i++) {
      const x = from[i] + Math.min(Math.max(to[i] - from[i], -ROOM * size), ROOM * size);
      if (!Number.isFinite(x)) continue;
      frame.least[i] = Math.min(frame.least[i], x);
      frame.most[i] = Math.max(frame.most[i], x);
    }
  }
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
  moving.forEach((index, k) => inside.has(index) && grow(frame, paths, k));
  const span = length(frame.most.map((x, i) => x - frame.least[i]));
  for (const { body } of walls) if (moving.includes(body) && sizes[body] < span) grow(frame, paths, moving.indexOf(body));
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

/** Makes a box hold all places of a body and the room it takes there. */
function grow(box, { least, most, room }, k) {
  for (let i = 0; i < 3; i++) {
    if (Number.isFinite(least[k][i] + most[k][i])) {
      box.least[i] = Math.min(box.least[i], least[k][i] - room[k][i]);
      box.most[i] = Math.max(box.most[i], most[k][i] + room[k][i]);
    }
  }
}

/** The boxes of the paths of the middles of bodies, and the room that each takes around its own; without the rare bodies and moments that leave for far away. */
function pathsOf(bodies, recording) {
  const frames = recording?.frames ?? 0;
  const looks = Math.max(1, Math.min(frames, 160, Math.floor(LOOKS / Math.max(1, bodies.length))));
  const first = ({ pose }) => pose ?? [0, 0, 0, 1, 0, 0, 0];
  const least = bodies.map((body) => middleAt(body.box, first(body)).slice(0, 3));
  const most = least.map((p) => [...p]);
  const room = bodies.map((body) => roomAt(body.box, first(body)));
  const all = [[], [], []];
  let turned = [0, 0, 0];
  const out = new Float64Array(7);
  bodies.forEach((body, k) => {
    let from = null;
    for (let look = 0; look < looks && frames > 0; look++) {
      const index = looks > 1 ? Math.round((look * (frames - 1)) / (looks - 1)) : 0;
      recording.pose(body.track, { index, fraction: 0 }, out);
      from ??= out.slice(3);
      const at = middleAt(body.box, out), wide = roomAt(body.box, out);
      for (let i = 0; i < 3; i++) {
        all[i].push(at[i]);
        least[k][i] = Math.min(least[k][i], at[i]);
        most[k][i] = Math.max(most[k][i], at[i]);
        room[k][i] = Math.max(room[k][i], wide[i]);
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
  return { least, most, room, turned };
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
function addStill(box, bodies, moving, meshBox) {
  const span = moving.length ? 0.5 * length(box.most.map((x, i) => x - box.least[i])) : Infinity;
  const known = new Set(moving);
  const middle = moving.length ? box.most.map((x, i) => 0.5 * (x + box.least[i])) : null;
  bodies.forEach((body, index) => {
    if (known.has(index) || !body.pose) return;
    for (const part of body.parts ?? []) {
      const own = partBox(part, meshBox);
      if (!own.half.every(Number.isFinite)) continue;
      const pose = compose(compose(body.pose, part.pose ?? [0, 0, 0, 1, 0, 0, 0]), [...own.middle, 1, 0, 0, 0]);
      const away = middle ? Math.max(0, length(pose.slice(0, 3).map((x, i) => x - middle[i])) - span) : 0;
      if (length(own.half) + away > 2.5 * span) continue;
      const outer = turnedHalf(pose, own.half);
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
