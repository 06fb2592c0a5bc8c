// Vectors, unit quaternions (w, x, y, z) and 4×4 matrices (column after column, as WebGL wants them).

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const along = (a, d, s) => [a[0] + d[0] * s, a[1] + d[1] * s, a[2] + d[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);
export const clamp = (x, low, high) => Math.min(high, Math.max(low, x));

/** The direction of `a`, or `other` where `a` has none. */
export function unit(a, other = [0, 0, 1]) {
  const size = length(a);
  return size > 1e-30 && Number.isFinite(size) ? scale(a, 1 / size) : other;
}

/** Two unit vectors that make a right-handed frame with the unit vector `n`: [u, v, n]. */
export function frameOf(n) {
  const helper = Math.abs(n[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const u = unit(cross(helper, n), [1, 0, 0]);
  return [u, cross(n, u)];
}

/** Turns `v` by the quaternion that stands in `q` at `at`. */
export function rotate(q, v, at = 0) {
  const w = q[at], a = [q[at + 1], q[at + 2], q[at + 3]];
  const c = along(cross(a, v), v, w);
  return along(v, cross(a, c), 2);
}

/** A point given in the frame of a pose (x, y, z, w, x, y, z), in the world. */
export const place = (pose, v) => add(rotate(pose, v, 3), pose);

/** A point of the world in the frame of a pose. */
export function unplace(pose, v) {
  const back = [pose[3], -pose[4], -pose[5], -pose[6]];
  return rotate(back, sub(v, pose));
}

/** The pose `inner`, given in the frame of `outer`, in the world. */
export function compose(outer, inner) {
  const [aw, ax, ay, az] = [outer[3], outer[4], outer[5], outer[6]];
  const [bw, bx, by, bz] = [inner[3], inner[4], inner[5], inner[6]];
  return [
    ...place(outer, inner),
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

export function multiply(a, b) {
  const out = new Float32Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      out[4 * column + row] = sum;
    }
  }
  return out;
}

/** What the matrix makes of a point: four numbers, before the division by the last. */
export function transform(m, p) {
  const out = [0, 0, 0, 0];
  for (let row = 0; row < 4; row++) {
    out[row] = m[row] * p[0] + m[4 + row] * p[1] + m[8 + row] * p[2] + m[12 + row];
  }
  return out;
}

export function perspective(tangent, aspect, near, far) {
  const m = new Float32Array(16);
  m[0] = 1 / (tangent * aspect);
  m[5] = 1 / tangent;
  m[10] = (far + near) / (near - far);
  m[11] = -1;
  m[14] = (2 * far * near) / (near - far);
  return m;
}

export function parallel(half, near, far) {
  const m = new Float32Array(16);
  m[0] = 1 / half;
  m[5] = 1 / half;
  m[10] = 2 / (near - far);
  m[14] = (far + near) / (near - far);
  m[15] = 1;
  return m;
}

/** Looks from `eye` along −back; right, up and back are unit vectors. */
export function looking(eye, right, up, back) {
  return new Float32Array([
    right[0], up[0], back[0], 0,
    right[1], up[1], back[1], 0,
    right[2], up[2], back[2], 0,
    -dot(right, eye), -dot(up, eye), -dot(back, eye), 1,
  ]);
}
