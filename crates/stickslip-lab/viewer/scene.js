// The bodies. Every kind of shape is one draw call: its instances stand in a texture that hardly changes, and only the poses
// of the bodies are sent for each picture, as a texture of two texels a body.

import { BALL_FRAGMENT, BALL_VERTEX, Order, ROW } from "stickslip/balls";
import { Batch } from "stickslip/batch";
import { bodyColour } from "stickslip/colours";
import { Programs } from "stickslip/programs";
import { KIND, SURFACE_FRAGMENT, SURFACE_VERTEX } from "stickslip/surface";

const EXACT = 1500; // spheres up to which their depth and light are exact on slow machines
const CUT = { whole: 4, half: 8 };
const ROUND = { sphere: 1, ellipsoid: 1, capsule: 1, cylinder: 1 };

export class Scene {
  constructor(gl, page, meshData) {
    this.gl = gl;
    this.programs = new Programs(gl, SURFACE_VERTEX, SURFACE_FRAGMENT);
    this.balls = new Programs(gl, BALL_VERTEX, BALL_FRAGMENT);
    this.bodies = page.bodies ?? [];
    this.meshData = meshData;
    this.batches = [];
    this.level = 0;
    this.plane = new Float32Array([0, 0, 0, 1]);
    this.cut = "";
    this.sliced = 0;
    this.parts = 0;
    this.collect();
    this.makePoses();
  }

  /** Sorts the parts of all bodies by shape and fills the buffers of instances. */
  collect() {
    const groups = new Map();
    this.bodies.forEach((body, index) => {
      for (const part of body.parts ?? []) {
        const size = sizeOf(part);
        if (!size) continue;
        const key = part.shape === "mesh" ? `mesh ${part.mesh}` : part.shape;
        if (!groups.has(key)) groups.set(key, { key, part, entries: [] });
        groups.get(key).entries.push({ index, body, part, size });
      }
    });
    const entries = [...groups.values()].flatMap((group) => {
      this.batches.push(new Batch(this, group, this.parts));
      this.parts += group.entries.length;
      return group.entries;
    });
    this.sendParts(entries);
  }

  /** Draws parts no more: `ways` says of which nothing ("whole") and of which only what lies behind the plane ("half") is left. */
  cutAway(ways) {
    const slots = [...ways].map(([part, way]) => `${this.slots.get(part)} ${way}`).join();
    if (slots === this.cut) return;
    this.cut = slots;
    this.sliced = [...ways.values()].includes("half") ? 1 : 0;
    for (const [part, slot] of this.slots) {
      const at = 16 * slot + 15;
      this.numbers[at] = (this.numbers[at] % 4) + (CUT[ways.get(part)] ?? 0);
    }
    this.sendTable();
  }

  sendParts(entries) {
    const rows = Math.max(1, Math.ceil((4 * entries.length) / ROW));
    this.slots = new Map(entries.map(({ part }, k) => [part, k]));
    this.numbers = new Float32Array(4 * ROW * rows);
    entries.forEach(({ index, body, part, size }, k) => {
      const colour = bodyColour(body, index);
      const kind = (ROUND[part.shape] ?? 0) + (colour ? 0 : 2);
      const pose = part.pose ?? [0, 0, 0, 1, 0, 0, 0];
      const light = (colour ?? [128, 128, 128]).map((c) => (c / 255) ** 2.2);
      this.numbers.set([...size, pose[0], pose[1], pose[2], index, pose[4], pose[5], pose[6], pose[3], ...light, kind], 16 * k);
    });
    this.table = this.makeTable(rows);
    this.sendTable();
  }

  sendTable() {
    const { gl, numbers } = this;
    gl.activeTexture(gl.TEXTURE3);
    gl.bindTexture(gl.TEXTURE_2D, this.table);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ROW, numbers.length / (4 * ROW), gl.RGBA, gl.FLOAT, numbers);
  }

  makeTable(rows) {
    const { gl } = this;
    const made = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, ROW, rows);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return made;
  }

  makePoses() {
    const rows = Math.max(1, Math.ceil((2 * this.bodies.length) / ROW));
    this.poses = new Float32Array(4 * ROW * rows);
    this.places = new Float64Array(7 * this.bodies.length);
    this.rows = rows;
    this.bodies.forEach((body, index) => this.setPose(index, body.pose ?? [0, 0, 0, 1, 0, 0, 0]));
    this.texture = this.makeTable(rows);
  }

  /** A pose that is not a number leaves the body where it was. */
  setPose(index, pose) {
    const sum = pose[0] + pose[1] + pose[2] + pose[3] + pose[4] + pose[5] + pose[6];
    if (Number.isFinite(sum)) for (let i = 0; i < 7; i++) this.places[7 * index + i] = pose[i];
  }

  pose(index) {
    return Array.from(this.places.subarray(7 * index, 7 * index + 7));
  }

  /** Sends the poses, with the graphics card's zero at `origin`. */
  sendPoses([x, y, z]) {
    const { gl, poses, places } = this;
    for (let from = 0, to = 0; from < places.length; from += 7, to += 8) {
      poses[to] = places[from] - x;
      poses[to + 1] = places[from + 1] - y;
      poses[to + 2] = places[from + 2] - z;
      poses[to + 4] = places[from + 4];
      poses[to + 5] = places[from + 5];
      poses[to + 6] = places[from + 6];
      poses[to + 7] = places[from + 3];
    }
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ROW, this.rows, gl.RGBA, gl.FLOAT, poses);
  }

  /** Makes the program of a kind current and gives its uniforms. */
  use(kind, project, shadow = 0) {
    return this.prepare(this.programs.use({ KIND: kind, SHADOW: shadow, SLICE: this.sliced }), project);
  }

  prepare(uniforms, project) {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.uniform1i(uniforms.uPoses, 0);
    gl.activeTexture(gl.TEXTURE3);
    gl.bindTexture(gl.TEXTURE_2D, this.table);
    gl.uniform1i(uniforms.uParts, 3);
    this.uniforms = uniforms;
    gl.uniformMatrix4fv(uniforms.uProject, false, project);
    if (uniforms.uPlane) gl.uniform4fv(uniforms.uPlane, this.plane);
    return uniforms;
  }

  /** Draws the surfaces of all bodies; `back` points to the eye, `set` gives light and colours to a program. */
  drawSurfaces(project, back, shadow, set) {
    const { gl } = this;
    set(this.use(KIND.surface, project, shadow));
    for (const batch of this.batches) if (!batch.round) batch.draw("triangles", null);
    for (const batch of this.batches) {
      if (!batch.round) continue;
      // exact depth costs the early test of hidden pixels: thousands of small balls do without
      const exact = batch.count <= EXACT || shadow > 0;
      const uniforms = this.balls.use({ SHADOW: shadow, EXACT: exact ? 1 : 0 });
      set(this.prepare(uniforms, project));
      if (!exact) {
        batch.order ??= new Order(gl, batch.bodies);
        batch.order.send(this.poses, back);
        gl.uniform1i(uniforms.uOrder, 4);
      }
      batch.drawSquares();
    }
    gl.bindVertexArray(null);
  }

  /** Draws the triangles of all bodies, or of one: `what` is triangles, edges or creases. */
  draw(what = "triangles", body = null) {
    for (const batch of this.batches) batch.draw(what, body);
    this.gl.bindVertexArray(null);
  }
}

/** The four numbers that stretch the unit shape; null for half spaces and sizes that cannot be drawn. */
function sizeOf(part) {
  const r = part.radius, l = part.half_length;
  const size = {
    sphere: () => [r, r, r, 0],
    ellipsoid: () => [...part.half, 0],
    box: () => [...part.half, 0],
    capsule: () => [r, r, r, l],
    cylinder: () => [r, r, l, 0],
    mesh: () => [1, 1, 1, 0],
  }[part.shape]?.();
  return size && size.every(Number.isFinite) && size[0] > 0 && size[1] > 0 && size[2] > 0 ? size : null;
}
