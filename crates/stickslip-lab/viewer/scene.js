// The bodies. Every kind of shape is one draw call: its instances stand in a buffer that never changes, and only the poses
// of the bodies are sent for each picture, as a texture of two texels a body.

import { bodyColour } from "stickslip/colours";
import { Programs } from "stickslip/programs";
import { box, capsule, cylinder, mesh, sphere } from "stickslip/shapes";

const ROW = 512; // texels in a row of the texture of poses
const STRIDE = 52; // bytes of an instance: size 4, place 3, turn 4 floats, colour 4 bytes, body 1 float
const ROUND = { sphere: 1, ellipsoid: 1, capsule: 1, cylinder: 1 };

const VERTEX = `
layout(location = 0) in vec4 aPoint;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec4 iSize;
layout(location = 3) in vec3 iPlace;
layout(location = 4) in vec4 iTurn;
layout(location = 5) in vec4 iColour;
layout(location = 6) in float iBody;
uniform highp sampler2D uPoses;
uniform mat4 uProject;
#if KIND == 0
uniform vec3 uStill;
uniform vec3 uStrength;
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
  int texel = 2 * int(iBody);
  ivec2 at = ivec2(texel % ${ROW}, texel / ${ROW});
  vec3 place = texelFetch(uPoses, at, 0).xyz;
  vec4 pose = texelFetch(uPoses, at + ivec2(1, 0), 0);
  vec3 local = aPoint.xyz * iSize.xyz + vec3(0.0, 0.0, aPoint.w * iSize.w);
  vec3 world = place + turn(pose, iPlace + turn(iTurn, local));
  gl_Position = uProject * vec4(world, 1.0);
#if KIND == 0
  vWorld = world;
  vNormal = turn(pose, turn(iTurn, aNormal / iSize.xyz));
  // 0 plain, 1 round; 2 more: a still body in the colour of the theme
  float kind = iColour.a * 255.0;
  vColour = kind > 1.5 ? uStill : pow(iColour.rgb, vec3(2.2));
  vLocal = mod(kind, 2.0) > 0.5 ? local / (iSize.xyz + vec3(0.0, 0.0, iSize.w)) : vec3(1.0);
#elif KIND == 1
  vColour = iColour.a * 255.0 > 1.5 ? uStill : pow(iColour.rgb, vec3(2.2));
  gl_Position.z -= 4e-4 * gl_Position.w;
#elif KIND == 3
  vBody = uint(iBody);
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
    this.bodies = page.bodies ?? [];
    this.meshData = meshData;
    this.batches = [];
    this.level = 0;
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
        const key = part.shape === "mesh" ? `mesh ${part.mesh}` : part.shape === "ellipsoid" ? "sphere" : part.shape;
        if (!groups.has(key)) groups.set(key, { key, part, entries: [] });
        groups.get(key).entries.push({ index, body, part, size });
      }
    });
    this.parts = 0;
    for (const group of groups.values()) {
      this.batches.push(new Batch(this, group));
      this.parts += group.entries.length;
    }
  }

  makePoses() {
    const { gl } = this;
    const rows = Math.max(1, Math.ceil((2 * this.bodies.length) / ROW));
    this.poses = new Float32Array(4 * ROW * rows);
    this.rows = rows;
    this.bodies.forEach((body, index) => this.setPose(index, body.pose ?? [0, 0, 0, 1, 0, 0, 0]));
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, ROW, rows);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
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
    const { gl } = this;
    const uniforms = this.programs.use({ KIND: kind, SHADOW: shadow });
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.uniform1i(uniforms.uPoses, 0);
    gl.uniformMatrix4fv(uniforms.uProject, false, project);
    return uniforms;
  }

  /** Draws all bodies, or one: `what` is triangles, edges or creases. */
  draw(what = "triangles", body = null) {
    for (const batch of this.batches) batch.draw(what, body);
    this.gl.bindVertexArray(null);
  }
}

/** The instances of one shape. */
class Batch {
  constructor(scene, { key, part, entries }) {
    this.scene = scene;
    this.key = key;
    this.mesh = part.mesh;
    this.count = entries.length;
    this.starts = new Map();
    this.geometry = new Map();
    const room = new ArrayBuffer(STRIDE * entries.length);
    const view = new DataView(room);
    entries.forEach(({ index, body, part, size }, k) => {
      const known = this.starts.get(index);
      if (known) known.count += 1;
      else this.starts.set(index, { first: k, count: 1 });
      const colour = bodyColour(body, index);
      const flag = (ROUND[part.shape] ?? 0) + (colour ? 0 : 2);
      const pose = part.pose ?? [0, 0, 0, 1, 0, 0, 0];
      const numbers = [...size, pose[0], pose[1], pose[2], pose[4], pose[5], pose[6], pose[3]];
      numbers.forEach((x, j) => view.setFloat32(STRIDE * k + 4 * j, x, true));
      [...(colour ?? [128, 128, 128]), flag].forEach((x, j) => view.setUint8(STRIDE * k + 44 + j, x));
      view.setFloat32(STRIDE * k + 48, index, true);
    });
    const { gl } = scene;
    this.buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, room, gl.STATIC_DRAW);
  }

  /** The triangles at the present level of detail: fewer where there are many bodies. */
  shape() {
    const many = this.count > 2500 ? 3 : this.count > 400 ? 2 : this.count > 24 ? 1 : 0;
    const level = Math.max(0, Math.min(4, 4 - many + this.scene.level));
    const sides = [8, 12, 24, 40, 64][level];
    switch (this.key) {
      case "sphere": return [level, () => sphere(level)];
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
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    for (const [place, data, width] of [[0, shape.points, 4], [1, shape.normals, 3]]) {
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, width, gl.FLOAT, false, 0, 0);
    }
    // one index buffer with three runs: triangles, all sides, creases
    const { triangles, edges, creases } = shape;
    const indices = new Uint32Array(triangles.length + edges.length + creases.length);
    indices.set(triangles);
    indices.set(edges, triangles.length);
    indices.set(creases, triangles.length + edges.length);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    const made = {
      array,
      triangles: [gl.TRIANGLES, triangles.length, 0],
      edges: [gl.LINES, edges.length, 4 * triangles.length],
      creases: [gl.LINES, creases.length, 4 * (triangles.length + edges.length)],
    };
    this.point(0);
    for (let place = 2; place <= 6; place++) gl.vertexAttribDivisor(place, 1);
    gl.bindVertexArray(null);
    return made;
  }

  /** Lets the instance attributes begin at an instance. */
  point(first) {
    const { gl } = this.scene;
    const from = STRIDE * first;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    for (const [place, width, type, normal, offset] of [
      [2, 4, gl.FLOAT, false, 0], [3, 3, gl.FLOAT, false, 16], [4, 4, gl.FLOAT, false, 28],
      [5, 4, gl.UNSIGNED_BYTE, true, 44], [6, 1, gl.FLOAT, false, 48],
    ]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, width, type, normal, STRIDE, from + offset);
    }
  }

  draw(what, body) {
    const { gl } = this.scene;
    const made = this.ready();
    const [mode, count, offset] = made[what];
    if (count === 0) return;
    gl.bindVertexArray(made.array);
    if (body === null) {
      gl.drawElementsInstanced(mode, count, gl.UNSIGNED_INT, offset, this.count);
      return;
    }
    const run = this.starts.get(body);
    if (!run) return;
    this.point(run.first);
    gl.drawElementsInstanced(mode, count, gl.UNSIGNED_INT, offset, run.count);
    this.point(0);
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
