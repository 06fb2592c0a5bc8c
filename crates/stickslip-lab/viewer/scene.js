// The bodies. Every kind of shape is one draw call: its instances stand in a texture that never changes, and only the poses
// of the bodies are sent for each picture, as a texture of two texels a body.
// A drawn instance is a bundle of many copies of the shape: software renderers take about as long for an instance of twelve
// vertices as for one of ten thousand.

import { BALL_FRAGMENT, BALL_VERTEX, Order, ROW, squares } from "stickslip/balls";
import { bodyColour } from "stickslip/colours";
import { Programs } from "stickslip/programs";
import { box, capsule, cylinder, mesh, sphere } from "stickslip/shapes";

const BUNDLE = 12000; // vertices of a bundle
const EXACT = 1500; // spheres up to which their depth and light are exact on slow machines
const ROUND = { sphere: 1, ellipsoid: 1, capsule: 1, cylinder: 1 };

const VERTEX = `
layout(location = 0) in vec4 aPoint;
layout(location = 1) in vec4 aNormal; // the last number counts the copies of a bundle
uniform highp sampler2D uPoses;
uniform highp sampler2D uParts; // of each part: size; place and body; turn; colour and kind
uniform int uFirst;
uniform int uCount;
uniform int uCopies;
uniform mat4 uProject;
#if KIND == 0
uniform vec3 uStill;
out vec3 vColour;
out vec3 vWorld;
out vec3 vNormal;
out vec3 vLocal;
#elif KIND == 1
uniform vec3 uStill;
out vec3 vColour;
#elif KIND == 3
flat out uint vBody;
#elif KIND == 4
uniform vec2 uOffset;
#endif
#use TURN
void main() {
  int copy = gl_InstanceID * uCopies + int(aNormal.w);
  if (copy >= uCount) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  int entry = 4 * (uFirst + copy);
  ivec2 from = ivec2(entry % ${ROW}, entry / ${ROW});
  vec4 iSize = texelFetch(uParts, from, 0);
  vec4 iPlace = texelFetch(uParts, from + ivec2(1, 0), 0);
  vec4 iTurn = texelFetch(uParts, from + ivec2(2, 0), 0);
#if KIND < 2
  vec4 iColour = texelFetch(uParts, from + ivec2(3, 0), 0);
#endif
  int texel = 2 * int(iPlace.w);
  ivec2 at = ivec2(texel % ${ROW}, texel / ${ROW});
  vec3 place = texelFetch(uPoses, at, 0).xyz;
  vec4 pose = texelFetch(uPoses, at + ivec2(1, 0), 0);
  vec3 local = aPoint.xyz * iSize.xyz + vec3(0.0, 0.0, aPoint.w * iSize.w);
  vec3 world = place + turn(pose, iPlace.xyz + turn(iTurn, local));
  gl_Position = uProject * vec4(world, 1.0);
#if KIND == 0
  vWorld = world;
  vNormal = turn(pose, turn(iTurn, aNormal.xyz / iSize.xyz));
  // 0 plain, 1 round; 2 more: a still body in the colour of the theme
  float kind = iColour.a;
  vColour = kind > 1.5 ? uStill : iColour.rgb;
  vLocal = mod(kind, 2.0) > 0.5 ? local / (iSize.xyz + vec3(0.0, 0.0, iSize.w)) : vec3(1.0);
#elif KIND == 1
  vColour = iColour.a > 1.5 ? uStill : iColour.rgb;
  gl_Position.z -= 3e-5 * gl_Position.w;
#elif KIND == 3
  vBody = uint(iPlace.w);
#elif KIND == 4
  gl_Position.xy += uOffset * gl_Position.w;
#endif
}`;

const FRAGMENT = `
#if KIND == 0
in vec3 vColour;
in vec3 vWorld;
in vec3 vNormal;
in vec3 vLocal;
uniform float uAlpha;
uniform float uBias;
out vec4 oColour;
#use SHADOW
#use LIGHT
void main() {
  vec3 normal = normalize(vNormal);
  // two tones, changing at the three middle planes, so that turning is seen
  vec3 width = max(fwidth(vLocal), 1e-4);
  vec3 side = clamp(vLocal / width, -1.0, 1.0);
  float tone = 0.5 + 0.5 * side.x * side.y * side.z;
  vec3 colour = vColour * mix(0.56, 1.0, tone);
  float sun = lit(vWorld + normal * uBias);
  oColour = vec4(toScreen(shade(colour, vWorld, normal, sun, 0.10)), uAlpha);
}
#elif KIND == 1
in vec3 vColour;
uniform float uAlpha;
uniform float uTone;
out vec4 oColour;
void main() { oColour = vec4(pow(vColour * uTone, vec3(1.0 / 2.2)), uAlpha); }
#elif KIND == 3
flat in uint vBody;
out uvec4 oFound;
void main() { oFound = uvec4(1u, vBody, floatBitsToUint(gl_FragCoord.z), 1u); }
#elif KIND == 4
uniform vec4 uColour;
out vec4 oColour;
void main() { oColour = uColour; }
#else
void main() {}
#endif`;

export const KIND = { surface: 0, lines: 1, shadow: 2, pick: 3, outline: 4 };

export class Scene {
  constructor(gl, page, meshData) {
    this.gl = gl;
    this.programs = new Programs(gl, VERTEX, FRAGMENT);
    this.balls = new Programs(gl, BALL_VERTEX, BALL_FRAGMENT);
    this.bodies = page.bodies ?? [];
    this.meshData = meshData;
    this.batches = [];
    this.level = 0;
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

  sendParts(entries) {
    const rows = Math.max(1, Math.ceil((4 * entries.length) / ROW));
    const numbers = new Float32Array(4 * ROW * rows);
    entries.forEach(({ index, body, part, size }, k) => {
      const colour = bodyColour(body, index);
      const kind = (ROUND[part.shape] ?? 0) + (colour ? 0 : 2);
      const pose = part.pose ?? [0, 0, 0, 1, 0, 0, 0];
      const light = (colour ?? [128, 128, 128]).map((c) => (c / 255) ** 2.2);
      numbers.set([...size, pose[0], pose[1], pose[2], index, pose[4], pose[5], pose[6], pose[3], ...light, kind], 16 * k);
    });
    this.table = this.makeTable(rows);
    this.gl.texSubImage2D(this.gl.TEXTURE_2D, 0, 0, 0, ROW, rows, this.gl.RGBA, this.gl.FLOAT, numbers);
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
    this.rows = rows;
    this.bodies.forEach((body, index) => this.setPose(index, body.pose ?? [0, 0, 0, 1, 0, 0, 0]));
    this.texture = this.makeTable(rows);
  }

  /** A pose that is not a number leaves the body where it was. */
  setPose(index, pose) {
    const { poses } = this;
    const at = 8 * index;
    const sum = pose[0] + pose[1] + pose[2] + pose[3] + pose[4] + pose[5] + pose[6];
    if (!Number.isFinite(sum)) return;
    poses[at] = pose[0];
    poses[at + 1] = pose[1];
    poses[at + 2] = pose[2];
    poses[at + 4] = pose[4];
    poses[at + 5] = pose[5];
    poses[at + 6] = pose[6];
    poses[at + 7] = pose[3];
  }

  pose(index) {
    const p = this.poses, at = 8 * index;
    return [p[at], p[at + 1], p[at + 2], p[at + 7], p[at + 4], p[at + 5], p[at + 6]];
  }

  sendPoses() {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ROW, this.rows, gl.RGBA, gl.FLOAT, this.poses);
  }

  /** Makes the program of a kind current and gives its uniforms. */
  use(kind, project, shadow = 0) {
    return this.prepare(this.programs.use({ KIND: kind, SHADOW: shadow }), project);
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

/** The instances of one shape. */
class Batch {
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
