// The instances of one shape. A drawn instance is a bundle of many copies of it: software renderers take about as long for an
// instance of twelve vertices as for one of ten thousand.

import { squares } from "stickslip/balls";
import { box, capsule, cylinder, mesh, sphere } from "stickslip/shapes";

const BUNDLE = 12000; // vertices of a bundle

/** The instances of one shape. */
export class Batch {
  constructor(scene, { key, part, entries }, first) {
    this.scene = scene;
    this.key = key;
    this.round = key === "sphere";
    this.mesh = part.mesh;
    this.first = first;
    this.count = entries.length;
    this.bodies = Uint32Array.from(entries, ({ index }) => index);
    this.geometry = new Map();
    // parts of a body stand one after the other
    this.runs = new Map();
    entries.forEach(({ index }, k) => {
      const known = this.runs.get(index);
      if (known) known.count += 1;
      else this.runs.set(index, { first: first + k, count: 1 });
    });
  }

  /** The triangles at the present level of detail: fewer where there are many bodies. */
  shape() {
    const many = this.count > 1000 ? 4 : this.count > 250 ? 3 : this.count > 50 ? 2 : this.count > 8 ? 1 : 0;
    const level = Math.max(0, Math.min(4, 4 - many + this.scene.level));
    const sides = [8, 12, 24, 40, 64][level];
    switch (this.key) {
      // triangles of spheres are for shadows and clicks only
      case "sphere": return [Math.min(level, 2), () => sphere(Math.min(level, 2))];
      case "ellipsoid": return [level, () => sphere(level)];
      case "box": return [0, box];
      case "capsule": return [sides, () => capsule(sides)];
      case "cylinder": return [sides, () => cylinder(sides)];
      default: return [0, () => {
        const { points, triangles } = this.scene.meshData(this.mesh);
        return mesh(points, triangles);
      }];
    }
  }

  ready() {
    const [level, make] = this.shape();
    if (!this.geometry.has(level)) this.geometry.set(level, this.send(make()));
    return this.geometry.get(level);
  }

  send(shape) {
    const { gl } = this.scene;
    const vertices = shape.points.length / 4;
    const copies = Math.max(1, Math.min(this.count, Math.floor(BUNDLE / Math.max(1, vertices))));
    const points = new Float32Array(4 * vertices * copies), normals = new Float32Array(4 * vertices * copies);
    for (let copy = 0; copy < copies; copy++) {
      points.set(shape.points, 4 * vertices * copy);
      for (let k = 0; k < vertices; k++) {
        const at = 4 * (vertices * copy + k);
        for (let j = 0; j < 3; j++) normals[at + j] = shape.normals[3 * k + j];
        normals[at + 3] = copy;
      }
    }
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    [points, normals].forEach((data, place) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 4, gl.FLOAT, false, 0, 0);
    });
    // one index buffer with three runs: triangles, all sides, creases
    const lists = [shape.triangles, shape.edges, shape.creases];
    const indices = new Uint32Array(copies * lists.reduce((sum, list) => sum + list.length, 0));
    const made = { array, copies };
    let at = 0;
    ["triangles", "edges", "creases"].forEach((what, which) => {
      made[what] = [which === 0 ? gl.TRIANGLES : gl.LINES, copies * lists[which].length, 4 * at];
      for (let copy = 0; copy < copies; copy++) {
        for (const index of lists[which]) indices[at++] = index + copy * vertices;
      }
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    return made;
  }

  /** The sphere as a square that faces the eye. */
  drawSquares() {
    const { gl } = this.scene;
    if (!this.square) {
      const copies = Math.min(this.count, BUNDLE / 4);
      const { points, triangles } = squares(copies);
      this.square = { array: gl.createVertexArray(), copies, count: triangles.length };
      gl.bindVertexArray(this.square.array);
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, points, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
    }
    const { array, copies, count } = this.square;
    this.range(this, copies);
    gl.bindVertexArray(array);
    gl.drawElementsInstanced(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0, Math.ceil(this.count / copies));
  }

  range({ first, count }, copies) {
    const { gl, uniforms } = this.scene;
    gl.uniform1i(uniforms.uFirst, first);
    gl.uniform1i(uniforms.uCount, count);
    gl.uniform1i(uniforms.uCopies, copies);
  }

  draw(what, body) {
    const { gl } = this.scene;
    const run = body === null ? this : this.runs.get(body);
    if (!run) return;
    const made = this.ready();
    const [mode, count, offset] = made[what];
    if (count === 0) return;
    this.range(run, made.copies);
    gl.bindVertexArray(made.array);
    gl.drawElementsInstanced(mode, count, gl.UNSIGNED_INT, offset, Math.ceil(run.count / made.copies));
  }
}
