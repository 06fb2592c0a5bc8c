// What the picture is about: the outline of everything that moves over the whole recording and of the still bodies that are not
// huge, the size of a typical body, and whether all happens in one plane. Where walls hold a pile, the picture is about the pile.

import { length, place, sub } from "stickslip/math";
import { Outline, knobs, sizeOf } from "stickslip/outline";
import { halfBox } from "stickslip/shapes";
import { boxOfWalls, findWalls } from "stickslip/walls";

const LOOKS = 60000; // poses that are looked at
const ROOM = 0.4; // sizes of the picture beyond which a force does not widen it
const SPILL = 0.25; // sizes of a container up to which what leaves it is in the first picture

/** `meshBox(k)` gives { least, most } of a mesh in its own frame; `level` are two directions across. */
export function boundsOf(page, recording, meshBox, level) {
  const bodies = page.bodies ?? [];
  const boxOf = boxIn(meshBox);
  const forms = bodies.map((body) => (body.parts?.length ? knobs(body.parts, boxOf) : [[0, 0, 0, 0]]));
  const sizes = forms.map(sizeOf);
  const moving = bodies.flatMap(({ track }, index) => (track === null || track === undefined || forms[index].length === 0 ? [] : [index]));
  const paths = new Paths(bodies, forms, moving, recording);
  const whole = new Outline();
  paths.outline(whole, moving);
  addStill(whole, bodies, forms, sizes, new Set(moving));
  if (whole.empty) [[-1, -1, 0], [1, 1, 1]].forEach((p) => whole.add(p));
  const { least, most } = whole.box();
  const radius = Math.max(1e-6, 0.5 * length(sub(most, least)));
  const middle = middleOf({ least, most });
  const typical = median((moving.length ? moving : bodies.map((_, k) => k)).map((k) => sizes[k]).filter((x) => x > 0)) || 0.3 * radius;
  const held = findWalls({ bodies, moving, sizes, level, boxOf, poses: endsOf(bodies, recording) });
  const bounds = { least, most, radius, middle, typical, planar: paths.planar(radius), moving, forms, held, frame: whole, clip: null, boxOf };
  if (held) frameHeld(bounds, bodies, sizes, paths);
  const box = bounds.frame.box();
  return { ...bounds, size: Math.max(1e-6, 0.5 * length(sub(box.most, box.least))) };
}

/** The box of a part in its own frame: middle and half its sides. */
function boxIn(meshBox) {
  return (part) => {
    if (part.shape !== "mesh") return { middle: [0, 0, 0], half: halfBox(part) };
    const { least, most } = meshBox(part.mesh);
    return { middle: middleOf({ least, most }), half: least.map((x, i) => 0.5 * (most[i] - x)) };
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

/** The picture of a pile: what is held and walls that move and are not huge, but not what leaves for beyond the walls. */
function frameHeld(bounds, bodies, sizes, paths) {
  const { held: { held, walls }, moving } = bounds;
  const clip = bounds.clip = boxOfWalls(walls, (k) => bodies[k].pose ?? [0, 0, 0, 1, 0, 0, 0]);
  for (let i = 0; i < 3; i++) {
    const room = SPILL * (clip.most[i] - clip.least[i]);
    clip.least[i] -= room;
    clip.most[i] += room;
  }
  const frame = bounds.frame = new Outline();
  paths.outline(frame, held, clip);
  const { least, most } = frame.box();
  const turning = new Set(walls.map(({ body }) => body).filter((body) => moving.includes(body) && sizes[body] < length(sub(most, least))));
  paths.outline(frame, [...turning], clip);
}

/** Widens the first picture by arrows, given as { from, to }; the long ones of hard impacts may leave it. */
export function makeRoom({ frame, size }, arrows) {
  for (const { from, to } of arrows) {
    frame.add(from.map((x, i) => x + Math.min(Math.max(to[i] - x, -ROOM * size), ROOM * size)));
  }
}

/** Adds a body at a pose; what lies beyond the clip counts as at its edge. */
export function addBody(outline, form, pose, clip = null) {
  let grown = false;
  for (const knob of form) {
    const p = place(pose, knob);
    if (clip) for (let i = 0; i < 3; i++) p[i] = Math.min(clip.most[i], Math.max(clip.least[i], p[i]));
    grown = outline.add(p, knob[3]) || grown;
  }
  return grown;
}

/** The ways of the bodies that move, without the rare bodies and moments that leave for far away. */
class Paths {
  constructor(bodies, forms, moving, recording) {
    Object.assign(this, { bodies, forms, recording });
    this.frames = recording?.frames ?? 0;
    this.looks = Math.max(1, Math.min(this.frames, 160, Math.floor(LOOKS / Math.max(1, moving.length))));
    this.least = moving.map((k) => (bodies[k].pose ?? [0, 0, 0]).slice(0, 3));
    this.most = this.least.map((p) => [...p]);
    this.turned = [0, 0, 0];
    this.usual = null;
    const all = [[], [], []];
    moving.forEach((index, k) => {
      let from = null;
      this.follow(index, (pose) => {
        from ??= pose.slice(3);
        for (let i = 0; i < 3; i++) {
          all[i].push(pose[i]);
          this.least[k][i] = Math.min(this.least[k][i], pose[i]);
          this.most[k][i] = Math.max(this.most[k][i], pose[i]);
        }
        const spin = relative(from, pose);
        this.turned = this.turned.map((x, i) => Math.max(x, Math.abs(spin[i])));
      });
    });
    this.limit(all);
  }

  /** Looks at some poses of a body. */
  follow(index, see) {
    const { frames, looks, recording } = this;
    const pose = this.pose ??= new Float64Array(7);
    if (frames === 0) {
      pose.set(this.bodies[index].pose ?? [0, 0, 0, 1, 0, 0, 0]);
      see(pose);
    }
    for (let look = 0; look < looks && frames > 0; look++) {
      const at = looks > 1 ? Math.round((look * (frames - 1)) / (looks - 1)) : 0;
      recording.pose(this.bodies[index].track, { index: at, fraction: 0 }, pose);
      see(pose);
    }
  }

  /** Finds the box of what is usual, where a few places are far beyond it. */
  limit(all) {
    const box = { least: [-Infinity, -Infinity, -Infinity], most: [Infinity, Infinity, Infinity] };
    for (let i = 0; i < 3; i++) {
      const sorted = Float64Array.from(all[i].filter(Number.isFinite)).sort();
      if (sorted.length < 20) continue;
      const low = sorted[Math.floor(0.03 * sorted.length)], high = sorted[Math.floor(0.97 * sorted.length)];
      const span = Math.max(high - low, 1e-9);
      if (sorted[sorted.length - 1] - sorted[0] <= 4 * span + 1e-6) continue;
      [box.least[i], box.most[i]] = [low - span, high + span];
      for (const p of [...this.least, ...this.most]) p[i] = Math.min(high + span, Math.max(low - span, p[i]));
    }
    this.usual = box;
  }

  /** Adds the ways of some bodies to an outline. */
  outline(outline, bodies, clip = null) {
    const { least, most } = this.usual;
    for (const index of bodies) {
      this.follow(index, (pose) => {
        for (let i = 0; i < 3; i++) pose[i] = Math.min(most[i], Math.max(least[i], pose[i]));
        addBody(outline, this.forms[index], pose, clip);
      });
    }
  }

  /** Whether all moves and turns in a plane y = constant, and not only up and down. */
  planar(radius) {
    const { least, most, turned } = this;
    if (least.length === 0) return false;
    const [across, deep, high] = [0, 1, 2].map((i) => Math.max(...most.map((p) => p[i])) - Math.min(...least.map((p) => p[i])));
    const flat = deep < 1e-3 * radius && turned[0] < 1e-3 && turned[2] < 1e-3;
    return flat && (turned[1] > 1e-3 || (across > 0.02 * radius && high > 0.02 * radius));
  }
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

/** Adds still bodies that are not much larger than what moves. */
function addStill(outline, bodies, forms, sizes, moving) {
  const { least, most } = outline.box();
  const span = outline.empty ? Infinity : 0.5 * length(sub(most, least));
  const middle = outline.empty ? null : middleOf({ least, most });
  bodies.forEach((body, index) => {
    if (moving.has(index) || !body.pose) return;
    const own = new Outline();
    addBody(own, forms[index], body.pose);
    const away = middle && !own.empty ? Math.max(0, length(sub(middleOf(own.box()), middle)) - span) : 0;
    if (sizes[index] + away <= 2.5 * span) addBody(outline, forms[index], body.pose);
  });
}

const middleOf = ({ least, most }) => least.map((x, i) => 0.5 * (x + most[i]));

function median(values) {
  if (values.length === 0) return 0;
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
