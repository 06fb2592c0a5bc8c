// A camera that goes round a target. Azimuth and elevation say where the eye stands as seen from the target: azimuth −90° is
// the front (the eye on −y for z up), elevation 90° is straight above.

import { add, along, clamp, cross, dot, frameOf, length, looking, multiply, perspective, scale, sub, transform, unit } from "stickslip/math";

const TANGENT = Math.tan((17 * Math.PI) / 180); // of half the angle of view, vertically
const STEEPEST = (89.9 * Math.PI) / 180;
const FAR = 200; // distances between eye and target, beyond which the rounding of the graphics card is seen

export class Camera {
  constructor(up = [0, 0, 1]) {
    this.up = unit(up);
    // x and y of the level plane; those of the world where z is up
    const [u, v] = Math.abs(this.up[2]) > 0.999 ? [[1, 0, 0], [0, Math.sign(this.up[2]), 0]] : frameOf(this.up);
    this.level = [u, v];
    this.target = [0, 0, 0];
    this.azimuth = (-60 * Math.PI) / 180;
    this.elevation = (18 * Math.PI) / 180;
    this.distance = 5;
    // where the graphics card has its zero: shared, and changed in place
    this.origin = [0, 0, 0];
    this.width = 1;
    this.height = 1;
  }

  /** Directions of the picture: right, up, and back to the eye. */
  axes() {
    const e = clamp(this.elevation, -STEEPEST, STEEPEST);
    const flat = add(scale(this.level[0], Math.cos(this.azimuth)), scale(this.level[1], Math.sin(this.azimuth)));
    const back = add(scale(flat, Math.cos(e)), scale(this.up, Math.sin(e)));
    const right = unit(cross(this.up, back));
    return { right, up: cross(back, right), back };
  }

  get eye() {
    return along(this.target, this.axes().back, this.distance);
  }

  /** The graphics card counts in seven digits, so its zero comes along where the target is far from it; says whether it did. */
  settle() {
    if (!(length(sub(this.target, this.origin)) > FAR * this.distance)) return false;
    Object.assign(this.origin, this.target);
    return true;
  }

  /** A point of the world as the graphics card has it. */
  local(point) {
    return sub(point, this.origin);
  }

  /** From what the graphics card has to clip space. `reach` is how far beyond the target something may stand. */
  matrix(reach = 10) {
    const { right, up, back } = this.axes();
    const near = this.distance / 120;
    const far = this.distance * 3 + 2 * reach;
    const view = looking(this.local(this.eye), right, up, back);
    return multiply(perspective(TANGENT, this.width / this.height, near, far), view);
  }

  /** The size (m) of a pixel at depth 1. */
  get pixel() {
    return (2 * TANGENT) / this.height;
  }

  orbit(dx, dy) {
    this.azimuth -= dx * 0.008;
    this.elevation = clamp(this.elevation + dy * 0.008, -STEEPEST, STEEPEST);
  }

  pan(dx, dy) {
    const { right, up } = this.axes();
    const size = this.pixel * this.distance;
    this.target = along(along(this.target, right, -dx * size), up, dy * size);
  }

  /** Zooms by a factor; what is under the pixel stays there. */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const next = clamp(this.distance * factor, 1e-6, 1e9);
    const { right, up } = this.axes();
    const size = this.pixel * (this.distance - next);
    this.target = along(along(this.target, right, (x - this.width / 2) * size), up, (this.height / 2 - y) * size);
    this.distance = next;
  }

  /** The ray through a pixel. */
  ray(x, y) {
    const { right, up, back } = this.axes();
    const size = this.pixel;
    const direction = unit(sub(add(scale(right, (x - this.width / 2) * size), scale(up, (this.height / 2 - y) * size)), back));
    return { eye: this.eye, direction };
  }

  /** Where the ray through a pixel meets the plane through `point` that faces the eye. */
  facing(x, y, point) {
    const { eye, direction } = this.ray(x, y);
    const { back } = this.axes();
    const slope = dot(direction, back);
    return Math.abs(slope) > 1e-9 ? along(eye, direction, dot(sub(point, eye), back) / slope) : point;
  }

  /** Pixels of a point, and its depth in [−1, 1]; null behind the eye. */
  project(point, matrix) {
    const [x, y, z, w] = transform(matrix, this.local(point));
    if (!(w > 1e-12)) return null;
    return [(0.5 + (0.5 * x) / w) * this.width, (0.5 - (0.5 * y) / w) * this.height, z / w];
  }

  /** The point at a pixel and a depth in [−1, 1]. */
  unproject(x, y, depth, matrix) {
    const { eye, direction } = this.ray(x, y);
    // depth along the ray: clip z and w are linear in the distance s, z(s) = depth · w(s)
    const from = this.local(eye);
    const a = transform(matrix, from), b = transform(matrix, add(from, direction));
    const s = (depth * a[3] - a[2]) / (b[2] - a[2] - depth * (b[3] - a[3]));
    return along(eye, direction, Number.isFinite(s) ? s : this.distance);
  }

  /** Stands so that all points are in the picture, with a margin, and in its middle. */
  fit(points, margin = 1.1) {
    if (points.length === 0) return;
    const { right, up, back } = this.axes();
    const tall = TANGENT / margin, wide = (TANGENT * this.width) / this.height / margin;
    this.target = scale(points.reduce(add, [0, 0, 0]), 1 / points.length);
    // the middle of the picture depends on the distance and the distance on the middle: a few rounds settle both
    for (let round = 0; round < 4; round++) {
      let distance = 0;
      const seen = [Infinity, -Infinity, Infinity, -Infinity];
      for (const p of points) {
        const d = sub(p, this.target);
        distance = Math.max(distance, dot(d, back) + Math.max(Math.abs(dot(d, right)) / wide, Math.abs(dot(d, up)) / tall));
      }
      distance = Math.max(distance, 1e-6);
      for (const p of points) {
        const d = sub(p, this.target);
        const depth = Math.max(distance - dot(d, back), 0.05 * distance);
        const x = dot(d, right) / depth, y = dot(d, up) / depth;
        seen[0] = Math.min(seen[0], x);
        seen[1] = Math.max(seen[1], x);
        seen[2] = Math.min(seen[2], y);
        seen[3] = Math.max(seen[3], y);
      }
      this.distance = distance;
      if (round === 3) break;
      this.target = along(along(this.target, right, (0.5 * distance) * (seen[0] + seen[1])), up, (0.5 * distance) * (seen[2] + seen[3]));
    }
  }
}
