// Triangles of the shapes, of unit size. A vertex is (x, y, z, w): the shader makes size.xyz · (x, y, z) + (0, 0, size.w · w)
// of it, so that one capsule serves all lengths. `edges` are all sides of the triangles (for the wireframe), `creases` only
// those that a drawing would show.

import { cross, dot, length, sub, unit } from "stickslip/math";

/** Normals closer than this are one smooth surface. */
const CREASE = Math.cos((32 * Math.PI) / 180);

class Builder {
  points = [];
  normals = [];
  triangles = [];
  creases = [];

  vertex(p, n, w = 0) {
    this.points.push(p[0], p[1], p[2], w);
    this.normals.push(n[0], n[1], n[2]);
    return this.points.length / 4 - 1;
  }

  shape() {
    return {
      points: new Float32Array(this.points),
      normals: new Float32Array(this.normals),
      triangles: new Uint32Array(this.triangles),
      edges: sidesOf(this.triangles),
      creases: new Uint32Array(this.creases),
    };
  }
}

function sidesOf(triangles) {
  const seen = new Set();
  const sides = [];
  for (let k = 0; k < triangles.length; k += 3) {
    for (let i = 0; i < 3; i++) {
      const a = triangles[k + i], b = triangles[k + ((i + 1) % 3)];
      const key = a < b ? a * 4294967296 + b : b * 4294967296 + a;
      if (seen.has(key)) continue;
      seen.add(key);
      sides.push(a, b);
    }
  }
  return new Uint32Array(sides);
}

/** An icosahedron, halved `level` times and blown up to the unit sphere: 20 · 4^level triangles. */
export function sphere(level) {
  const g = (1 + Math.sqrt(5)) / 2;
  let corners = [
    [-1, g, 0], [1, g, 0], [-1, -g, 0], [1, -g, 0], [0, -1, g], [0, 1, g],
    [0, -1, -g], [0, 1, -g], [g, 0, -1], [g, 0, 1], [-g, 0, -1], [-g, 0, 1],
  ].map((p) => unit(p));
  let faces = [
    [0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11], [1, 5, 9], [5, 11, 4], [11, 10, 2], [10, 7, 6], [7, 1, 8],
    [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8], [3, 8, 9], [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7], [9, 8, 1],
  ];
  for (let round = 0; round < level; round++) {
    const middles = new Map();
    const middle = (a, b) => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      if (!middles.has(key)) {
        middles.set(key, corners.length);
        corners.push(unit(corners[a].map((x, k) => x + corners[b][k])));
      }
      return middles.get(key);
    };
    faces = faces.flatMap(([a, b, c]) => {
      const ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      return [[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]];
    });
  }
  const made = new Builder();
  for (const p of corners) made.vertex(p, p);
  made.triangles = faces.flat();
  return made.shape();
}

export function box() {
  const made = new Builder();
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const n = [0, 0, 0];
      n[axis] = side;
      const u = [0, 0, 0], v = [0, 0, 0];
      u[(axis + 1) % 3] = 1;
      v[(axis + 2) % 3] = side;
      const at = (a, b) => made.vertex([0, 1, 2].map((k) => n[k] + a * u[k] + b * v[k]), n);
      const [a, b, c, d] = [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)];
      made.triangles.push(a, b, c, a, c, d);
      made.creases.push(a, b, b, c, c, d, d, a);
    }
  }
  return made.shape();
}

export function cylinder(sides) {
  const made = new Builder();
  const ring = (z, normal) => Array.from({ length: sides }, (_, k) => {
    const angle = (2 * Math.PI * k) / sides;
    const p = [Math.cos(angle), Math.sin(angle), z];
    return made.vertex(p, normal ?? [p[0], p[1], 0]);
  });
  const low = ring(-1), high = ring(1);
  for (let k = 0; k < sides; k++) {
    const next = (k + 1) % sides;
    made.triangles.push(low[k], low[next], high[next], low[k], high[next], high[k]);
  }
  for (const z of [-1, 1]) {
    const rim = ring(z, [0, 0, z]);
    const centre = made.vertex([0, 0, z], [0, 0, z]);
    for (let k = 0; k < sides; k++) {
      const next = (k + 1) % sides;
      if (z > 0) made.triangles.push(centre, rim[k], rim[next]);
      else made.triangles.push(centre, rim[next], rim[k]);
      made.creases.push(rim[k], rim[next]);
    }
  }
  return made.shape();
}

export function capsule(sides) {
  const made = new Builder();
  const steps = Math.max(2, Math.round(sides / 4));
  const rings = [];
  for (let k = 0; k <= 2 * steps + 1; k++) {
    // the equator comes twice: once for each end
    const upper = k > steps;
    const angle = ((upper ? k - 1 : k) / (2 * steps) - 0.5) * Math.PI;
    rings.push(Array.from({ length: sides }, (_, j) => {
      const turn = (2 * Math.PI * j) / sides;
      const p = [Math.cos(angle) * Math.cos(turn), Math.cos(angle) * Math.sin(turn), Math.sin(angle)];
      return made.vertex(p, p, upper ? 1 : -1);
    }));
  }
  for (let k = 0; k + 1 < rings.length; k++) {
    for (let j = 0; j < sides; j++) {
      const next = (j + 1) % sides;
      const [a, b, c, d] = [rings[k][j], rings[k][next], rings[k + 1][next], rings[k + 1][j]];
      if (k > 0) made.triangles.push(a, b, c);
      if (k + 2 < rings.length) made.triangles.push(a, c, d);
    }
  }
  return made.shape();
}

/** Any triangles: smooth where neighbours nearly agree, with creases where they do not. */
export function mesh(points, triangles) {
  const corner = (k) => [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
  const faces = triangles.length / 3;
  const flat = [];
  const around = new Map();
  for (let f = 0; f < faces; f++) {
    const [a, b, c] = [0, 1, 2].map((i) => corner(triangles[3 * f + i]));
    const area = cross(sub(b, a), sub(c, a));
    flat.push({ area, normal: unit(area) });
    for (let i = 0; i < 3; i++) {
      const k = triangles[3 * f + i];
      if (!around.has(k)) around.set(k, []);
      around.get(k).push(f);
    }
  }
  const made = new Builder();
  const known = new Map();
  for (let f = 0; f < faces; f++) {
    for (let i = 0; i < 3; i++) {
      const k = triangles[3 * f + i];
      let sum = [0, 0, 0];
      for (const g of around.get(k)) {
        if (dot(flat[g].normal, flat[f].normal) >= CREASE) sum = sum.map((x, j) => x + flat[g].area[j]);
      }
      const normal = length(sum) > 0 ? unit(sum) : flat[f].normal;
      const key = `${k} ${normal.map((x) => Math.round(500 * x))}`;
      if (!known.has(key)) known.set(key, made.vertex(corner(k), normal));
      made.triangles.push(known.get(key));
    }
  }
  addCreases(made, triangles, flat);
  return made.shape();
}

/** Sides between faces that meet at an angle, or that have one face only. */
function addCreases(made, triangles, flat) {
  const sides = new Map();
  for (let k = 0; k < triangles.length; k++) {
    const next = k % 3 === 2 ? k - 2 : k + 1;
    const a = Math.min(triangles[k], triangles[next]), b = Math.max(triangles[k], triangles[next]);
    const key = `${a} ${b}`;
    const entry = sides.get(key) ?? { from: made.triangles[k], to: made.triangles[next], faces: [] };
    entry.faces.push(Math.floor(k / 3));
    sides.set(key, entry);
  }
  for (const { from, to, faces } of sides.values()) {
    const smooth = faces.length > 1 && dot(flat[faces[0]].normal, flat[faces[1]].normal) >= CREASE;
    if (!smooth) made.creases.push(from, to);
  }
}

/** Half the box around a part in its own frame, but for meshes. */
export function halfBox(part) {
  switch (part.shape) {
    case "sphere": return [part.radius, part.radius, part.radius];
    case "ellipsoid":
    case "box": return part.half;
    case "capsule": return [part.radius, part.radius, part.half_length + part.radius];
    case "cylinder": return [part.radius, part.radius, part.half_length];
    default: return [Infinity, Infinity, Infinity];
  }
}
