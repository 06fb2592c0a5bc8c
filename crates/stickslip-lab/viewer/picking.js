// What lies under a pixel. Bodies are drawn with their numbers into a picture of one pixel; contacts, which show through
// bodies, are looked for among their projected points and arrows.

import { along, compose, dot, multiply, rotate, sub } from "stickslip/math";
import { KIND } from "stickslip/surface";

const NEAR_POINT = 8; // CSS pixels
const NEAR_ARROW = 5;

export class Picker {
  constructor(gl) {
    this.gl = gl;
    this.frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    const store = (format, attachment) => {
      const made = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, made);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, 1, 1);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, made);
    };
    store(gl.RGBA32UI, gl.COLOR_ATTACHMENT0);
    store(gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** The body under a CSS pixel and the point that was hit, or null. */
  body(scene, camera, project, x, y) {
    const { gl } = this;
    // the matrix that blows the pixel up to the whole picture
    const zoom = new Float32Array(16);
    zoom[0] = camera.width;
    zoom[5] = camera.height;
    zoom[10] = 1;
    zoom[15] = 1;
    zoom[12] = camera.width - 2 * x;
    zoom[13] = 2 * y - camera.height;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.viewport(0, 0, 1, 1);
    gl.clearBufferuiv(gl.COLOR, 0, new Uint32Array(4));
    gl.clearBufferfv(gl.DEPTH, 0, new Float32Array([1]));
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    scene.use(KIND.pick, multiply(zoom, project));
    scene.draw();
    const found = new Uint32Array(4);
    gl.readPixels(0, 0, 1, 1, gl.RGBA_INTEGER, gl.UNSIGNED_INT, found);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    if (found[0] !== 1 || found[1] >= scene.bodies.length) return null;
    const depth = 2 * new Float32Array(found.buffer, 8, 1)[0] - 1;
    return { kind: "body", index: found[1], point: camera.unproject(x, y, depth, project) };
  }

  /**
   * The contact whose point or arrow is nearest to a CSS pixel, or null. `points` says whether points are drawn; `tips` gives the end of
   * the arrow of a contact, or null where there is none.
   */
  contact(touches, { points, tips }, project, x, y) {
    let best = null;
    for (let k = 0; k < touches.count; k++) {
      const point = [touches.point[3 * k], touches.point[3 * k + 1], touches.point[3 * k + 2]];
      const from = project(point);
      if (!from) continue;
      const end = tips?.(k) ?? null;
      const tip = end ? project(end) : null;
      const onPoint = points ? Math.hypot(x - from[0], y - from[1]) / NEAR_POINT : Infinity;
      const onArrow = tip ? distance(x, y, from, tip) / NEAR_ARROW : Infinity;
      // the arrow counts a little less, so that its point wins where both are near
      const away = Math.min(onPoint, 0.2 + onArrow);
      if (away <= 1 && (!best || away < best.away)) best = { away, kind: "contact", index: touches.contact[k], point };
    }
    return best && { kind: best.kind, index: best.index, point: best.point };
  }
}

/** The half space whose plane a ray meets first, or null: planes have no triangles to hit. */
export function planeUnder(bodies, poseOf, { eye, direction }) {
  let best = null;
  bodies.forEach((body, index) => {
    for (const part of body.parts ?? []) {
      if (part.shape !== "halfspace") continue;
      const plane = compose(poseOf(index), part.pose);
      const normal = rotate(plane, [0, 0, 1], 3);
      const fall = dot(direction, normal);
      const s = dot(sub(plane, eye), normal) / fall;
      // from above only, as it is drawn
      if (fall < 0 && s > 0 && (!best || s < best.s)) best = { s, kind: "body", index, point: along(eye, direction, s) };
    }
  });
  return best && { kind: best.kind, index: best.index, point: best.point };
}

/** From a pixel to a line between two others. */
function distance(x, y, [ax, ay], [bx, by]) {
  const dx = bx - ax, dy = by - ay;
  const size = dx * dx + dy * dy;
  const t = size > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / size)) : 0;
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
