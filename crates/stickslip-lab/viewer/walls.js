// Walls that hold other bodies: bins, hoppers, drums. They are found by their geometry, whether they stand, are driven or are free,
// and those that hide what they hold are not drawn but for their creases.

import { add, compose, dot, rotate, scale, unplace } from "stickslip/math";

const FEWEST = 5; // bodies that are worth looking into a container
const LARGER = 2.5; // times the size of a typical body: what is larger may be a wall
const ROUND = 16; // directions in which there must be walls,
const CLOSED = 13; // or in so many of them
const LOOKS = 5000; // lines of sight that are tried in a picture
const HIDES = 0.1; // share of the bodies behind a wall from which on it is cut away,
const SHOWS = 0.04; // and below which it comes back

/** Where a line from `from` along `way` meets a box: the first and the last share of the way; nothing where it misses. */
export function crossing(from, way, middle, half) {
  let first = -Infinity, last = Infinity;
  for (let i = 0; i < 3; i++) {
    const d = middle[i] - from[i];
    if (Math.abs(way[i]) < 1e-12) {
      if (Math.abs(d) > half[i]) return null;
      continue;
    }
    const a = (d - half[i]) / way[i], b = (d + half[i]) / way[i];
    first = Math.max(first, Math.min(a, b));
    last = Math.min(last, Math.max(a, b));
  }
  return first <= last ? [first, last] : null;
}

/** Of the bodies of a page those that are held, and the parts that may hold them; null where nothing is held.
 * `moving` are the bodies that move, `sizes` those of all; `poses` gives places of the body of an index. */
export function findWalls({ bodies, moving, sizes, boxOf, poses, level }) {
  const ordered = moving.map((k) => sizes[k]).sort((a, b) => a - b);
  const large = LARGER * (ordered[Math.floor(ordered.length / 2)] ?? 0);
  const held = moving.filter((k) => sizes[k] <= large && (bodies[k].parts?.length ?? 0) > 0);
  if (held.length < FEWEST) return null;
  const inside = new Set(held);
  const walls = bodies.flatMap((body, index) => (inside.has(index) ? [] : (body.parts ?? []).flatMap((part) => {
    const box = part.shape === "sphere" || part.shape === "halfspace" ? null : boxOf(part);
    return box && [...box.middle, ...box.half].every(Number.isFinite) ? [{ body: index, part, ...box }] : [];
  })));
  const few = held.filter((_, k) => k % Math.ceil(held.length / 200) === 0);
  // the walls may stand around where the bodies begin or around where they end
  const closed = [0, 1].some((end) => {
    const places = few.map((k) => poses(k)[end]);
    const middle = [0, 1, 2].map((i) => places.map((p) => p[i]).sort((a, b) => a - b)[Math.floor(places.length / 2)]);
    return surrounded(middle, walls, (k) => poses(k)[end], level);
  });
  return closed ? { held, walls } : null;
}

/** Whether there are walls in nearly all level directions from a point. */
function surrounded(point, walls, poseOf, [u, v]) {
  const frames = walls.map((wall) => compose(poseOf(wall.body), wall.part.pose ?? [0, 0, 0, 1, 0, 0, 0]));
  let met = 0;
  for (let k = 0; k < ROUND; k++) {
    const angle = (2 * Math.PI * (k + 0.5)) / ROUND;
    const way = add(scale(u, Math.cos(angle)), scale(v, Math.sin(angle)));
    if (walls.some(({ middle, half }, w) => {
      const from = unplace(frames[w], point);
      const found = crossing(from, backwards(frames[w], way), middle, half);
      return found && found[1] > 0;
    })) met += 1;
  }
  return met >= CLOSED;
}

/** A direction of the world in the frame of a pose. */
const backwards = (pose, way) => rotate([pose[3], -pose[4], -pose[5], -pose[6]], way);

/** The box around walls at given poses of their bodies. */
export function boxOfWalls(walls, poseOf) {
  const box = { least: [Infinity, Infinity, Infinity], most: [-Infinity, -Infinity, -Infinity] };
  for (const { body, part, middle, half } of walls) {
    const pose = compose(poseOf(body), part.pose ?? [0, 0, 0, 1, 0, 0, 0]);
    const at = add(rotate(pose, middle, 3), pose);
    const reach = [0, 1, 2].map((axis) => rotate(pose, [0, 1, 2].map((i) => (i === axis ? half[axis] : 0)), 3));
    for (let i = 0; i < 3; i++) {
      const r = Math.abs(reach[0][i]) + Math.abs(reach[1][i]) + Math.abs(reach[2][i]);
      box.least[i] = Math.min(box.least[i], at[i] - r);
      box.most[i] = Math.max(box.most[i], at[i] + r);
    }
  }
  return box;
}

/** Which walls are in the way of the eye. */
export class CutAway {
  /** `clip` is the box of the walls: what has left it is not hidden by them. */
  constructor({ held, walls }, clip) {
    this.clip = clip;
    const most = Math.max(8, Math.min(64, Math.floor(LOOKS / Math.max(1, walls.length))));
    this.samples = held.filter((_, k) => k % Math.ceil(held.length / most) === 0);
    this.walls = walls;
    this.ways = new Map();
  }

  /** Part by part: "whole" where it is cut away, "half" where the bodies are inside of it and only what is before them is. */
  look(scene, eye) {
    const all = this.samples.map((k) => scene.pose(k));
    const { least, most } = this.clip;
    const inside = all.filter((p) => least.every((x, i) => x <= p[i] && p[i] <= most[i]));
    // walls may also carry all of it away
    const places = inside.length > 0 ? inside : all;
    for (const { body, part, middle, half } of this.walls) {
      const pose = compose(scene.pose(body), part.pose ?? [0, 0, 0, 1, 0, 0, 0]);
      const from = unplace(pose, eye);
      let hidden = 0, within = 0;
      for (const place of places) {
        const to = unplace(pose, place);
        const found = crossing(from, [to[0] - from[0], to[1] - from[1], to[2] - from[2]], middle, half);
        if (!found || found[1] < 0 || found[0] > 1) continue;
        if (found[1] > 1) within += 1;
        else hidden += 1;
      }
      const share = hidden / places.length;
      if (within > 0.5 * places.length) this.ways.set(part, "half");
      else if (share > HIDES || (share > SHOWS && this.ways.has(part))) this.ways.set(part, "whole");
      else this.ways.delete(part);
    }
    return this.ways;
  }

  /** The plane through the middle of what is held that faces the eye: normal and offset, as the graphics card has them. */
  plane(scene, camera) {
    const { back } = camera.axes();
    const middle = scale(this.samples.reduce((sum, k) => add(sum, scene.pose(k)), [0, 0, 0]), 1 / this.samples.length);
    return [...back, dot(back, camera.local(middle))];
  }
}
