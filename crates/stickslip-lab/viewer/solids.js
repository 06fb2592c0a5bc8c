// Small solid marks: arrows, rods and balls. A mark has an origin and a vector; its thickness is given in metres but kept
// between a least and a greatest number of pixels, so that it is crisp from near and far.
// A vertex is (x, y, along, head): origin + vector · along + direction · head length · head + radius · (x, y across).

import { program } from "stickslip/programs";

const STRIDE = 8; // floats of a mark
const ROW = 512; // texels in a row of the texture of marks
const BUNDLE = 4000; // vertices of a bundle of copies, as for bodies

const VERTEX = `
layout(location = 0) in vec4 aPoint;
layout(location = 1) in vec4 aNormal; // the last number counts the copies of a bundle
uniform highp sampler2D uMarks; // of each mark: origin and colour; vector and radius
uniform int uCount;
uniform int uCopies;
uniform mat4 uProject;
uniform float uPixel;
uniform float uHead;
uniform vec2 uPixels;
uniform bool uShrink;
out vec3 vNormal;
out vec3 vWorld;
out vec3 vColour;
void main() {
  int copy = gl_InstanceID * uCopies + int(aNormal.w);
  if (copy >= uCount) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  ivec2 from = ivec2((2 * copy) % ${ROW}, (2 * copy) / ${ROW});
  vec4 iOrigin = texelFetch(uMarks, from, 0);
  vec4 iVector = texelFetch(uMarks, from + ivec2(1, 0), 0);
  float size = length(iVector.xyz);
  vec3 axis = size > 0.0 ? iVector.xyz / size : vec3(0.0, 0.0, 1.0);
  vec3 helper = abs(axis.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0);
  vec3 u = normalize(cross(helper, axis));
  vec3 v = cross(axis, u);
  float pixel = uPixel * max((uProject * vec4(iOrigin.xyz + 0.5 * iVector.xyz, 1.0)).w, 0.0);
  float radius = clamp(iVector.w, uPixels.x * pixel, uPixels.y * pixel);
  // a short arrow is thinner, so that it still looks like one
  if (uShrink) radius = min(radius, size / (1.15 * uHead));
  vec3 world = iOrigin.xyz + axis * (aPoint.z * size + aPoint.w * uHead * radius) + radius * (aPoint.x * u + aPoint.y * v);
  gl_Position = uProject * vec4(world, 1.0);
  vNormal = aNormal.x * u + aNormal.y * v + aNormal.z * axis;
  vWorld = world;
  int colour = int(iOrigin.w);
  vColour = vec3(colour & 255, (colour >> 8) & 255, colour >> 16) / 255.0;
}`;

const FRAGMENT = `
in vec3 vNormal;
in vec3 vWorld;
in vec3 vColour;
uniform vec3 uEye;
uniform vec3 uSun;
uniform float uAlpha;
out vec4 oColour;
void main() {
  vec3 normal = normalize(vNormal);
  float face = max(0.0, dot(normal, normalize(uEye - vWorld)));
  float sun = max(0.0, dot(normal, uSun));
  // bright in the middle, dark at the rim: the mark is legible on any ground
  float light = 0.62 + 0.30 * face + 0.16 * sun;
  oColour = vec4(min(vColour * light, 1.0), uAlpha);
}`;


/** All kinds of marks with their programs. */
export class Solids {
  /** `origin`: the graphics card's zero. */
  constructor(gl, origin) {
    this.gl = gl;
    this.made = program(gl, VERTEX, FRAGMENT);
    this.arrows = new Marks(gl, origin, arrow(14), { head: 5.4, pixels: [1.35, 4.2], shrink: true });
    this.many = new Marks(gl, origin, slender(3), { head: 5.4, pixels: [0.9, 3], shrink: true });
    this.rods = new Marks(gl, origin, rod(14), { head: 1, pixels: [1, 7], shrink: false });
    this.balls = new Marks(gl, origin, ball(14), { head: 1, pixels: [2.5, 12], shrink: false });
    this.kinds = [this.arrows, this.many, this.rods, this.balls];
  }

  clear() {
    for (const marks of this.kinds) marks.count = 0;
  }

  /** Draws all: first, see-through, what bodies hide (unless `hidden` is 0), then the rest. */
  draw({ project, camera, sun, hidden }) {
    const { gl } = this;
    if (this.kinds.every((marks) => marks.count === 0)) return;
    gl.useProgram(this.made.program);
    const u = this.made.uniforms;
    gl.uniformMatrix4fv(u.uProject, false, project);
    gl.uniform1f(u.uPixel, camera.pixel);
    gl.uniform3fv(u.uEye, camera.local(camera.eye));
    gl.uniform3fv(u.uSun, sun);
    gl.enable(gl.CULL_FACE);
    for (const marks of this.kinds) marks.send();
    if (hidden > 0) {
      gl.enable(gl.BLEND);
      gl.depthMask(false);
      gl.depthFunc(gl.GREATER);
      gl.uniform1f(u.uAlpha, hidden);
      for (const marks of this.kinds) marks.draw(u);
      gl.depthFunc(gl.LESS);
      gl.depthMask(true);
      gl.disable(gl.BLEND);
    }
    gl.uniform1f(u.uAlpha, 1);
    for (const marks of this.kinds) marks.draw(u);
    gl.bindVertexArray(null);
  }
}

/** Marks of one kind, collected anew for each picture. */
class Marks {
  constructor(gl, origin, { points, normals, triangles }, settings) {
    this.gl = gl;
    this.origin = origin;
    this.settings = settings;
    this.count = 0;
    this.rows = 0;
    this.room(256);
    const vertices = points.length / 4;
    this.copies = Math.max(1, Math.floor(BUNDLE / vertices));
    const every = Array.from({ length: this.copies }, (_, copy) => copy);
    const data = [
      every.flatMap(() => points),
      every.flatMap((copy) => points.flatMap((_, k) => (k % 4 < 3 ? normals[3 * Math.floor(k / 4) + (k % 4)] : copy))),
    ];
    const indices = every.flatMap((copy) => triangles.map((k) => k + copy * vertices));
    this.indices = indices.length;
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    data.forEach((numbers, place) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.STATIC_DRAW);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 4, gl.FLOAT, false, 0, 0);
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array(indices), gl.STATIC_DRAW);
    gl.bindVertexArray(null);
  }

  /** Makes room for so many marks: whole rows of the texture. */
  room(count) {
    const old = this.numbers;
    this.numbers = new Float32Array(4 * ROW * Math.ceil((2 * count) / ROW));
    if (old) this.numbers.set(old);
  }

  /** Adds a mark; `colour` is three bytes. Marks that are not numbers are left out. */
  add(ox, oy, oz, vx, vy, vz, radius, colour) {
    if (!Number.isFinite(ox + oy + oz + vx + vy + vz + radius)) return;
    const at = STRIDE * this.count;
    if (at + STRIDE > this.numbers.length) this.room(2 * (this.count + 1));
    const { numbers, origin } = this;
    numbers[at] = ox - origin[0];
    numbers[at + 1] = oy - origin[1];
    numbers[at + 2] = oz - origin[2];
    numbers[at + 3] = colour[0] + 256 * colour[1] + 65536 * colour[2];
    numbers[at + 4] = vx;
    numbers[at + 5] = vy;
    numbers[at + 6] = vz;
    numbers[at + 7] = radius;
    this.count += 1;
  }

  send() {
    if (this.count === 0) return;
    const { gl } = this;
    const rows = this.numbers.length / (4 * ROW);
    gl.activeTexture(gl.TEXTURE0);
    if (rows !== this.rows) {
      gl.deleteTexture(this.texture);
      this.texture = gl.createTexture();
      this.rows = rows;
      gl.bindTexture(gl.TEXTURE_2D, this.texture);
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, ROW, rows);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    }
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    const used = Math.ceil((2 * this.count) / ROW);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ROW, used, gl.RGBA, gl.FLOAT, this.numbers);
  }

  draw(uniforms) {
    if (this.count === 0) return;
    const { gl } = this;
    const { head, pixels, shrink } = this.settings;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.uniform1i(uniforms.uMarks, 0);
    gl.uniform1i(uniforms.uCount, this.count);
    gl.uniform1i(uniforms.uCopies, this.copies);
    gl.uniform1f(uniforms.uHead, head);
    gl.uniform2f(uniforms.uPixels, pixels[0], pixels[1]);
    gl.uniform1i(uniforms.uShrink, shrink ? 1 : 0);
    gl.bindVertexArray(this.array);
    gl.drawElementsInstanced(gl.TRIANGLES, this.indices, gl.UNSIGNED_SHORT, 0, Math.ceil(this.count / this.copies));
  }
}

/** Rings of vertices joined by triangles. A ring: { r, along, head, n: [across, axial] }. */
function turned(sides, bands) {
  const points = [], normals = [], triangles = [];
  for (const [low, high] of bands) {
    const first = points.length / 4;
    for (const ring of [low, high]) {
      for (let k = 0; k <= sides; k++) {
        const angle = (2 * Math.PI * k) / sides;
        const c = Math.cos(angle), s = Math.sin(angle);
        points.push(ring.r * c, ring.r * s, ring.along, ring.head);
        normals.push(ring.n[0] * c, ring.n[0] * s, ring.n[1]);
      }
    }
    for (let k = 0; k < sides; k++) {
      const a = first + k, b = a + 1, c = b + sides + 1, d = a + sides + 1;
      if (low.r > 0) triangles.push(a, b, c);
      if (high.r > 0) triangles.push(a, c, d);
    }
  }
  return { points, normals, triangles };
}

function arrow(sides) {
  const slope = [0.92, 0.39];
  return turned(sides, [
    [{ r: 0, along: 0, head: 0, n: [0, -1] }, { r: 1, along: 0, head: 0, n: [0, -1] }],
    [{ r: 1, along: 0, head: 0, n: [1, 0] }, { r: 1, along: 1, head: -1, n: [1, 0] }],
    [{ r: 1, along: 1, head: -1, n: [0, -1] }, { r: 2.3, along: 1, head: -1, n: [0, -1] }],
    [{ r: 2.3, along: 1, head: -1, n: slope }, { r: 0, along: 1, head: 0, n: slope }],
  ]);
}

/** An arrow of the fewest triangles, for thousands. */
function slender(sides) {
  return turned(sides, [
    [{ r: 1, along: 0, head: 0, n: [1, 0] }, { r: 1, along: 1, head: -1, n: [1, 0] }],
    [{ r: 2.6, along: 1, head: -1, n: [0.92, 0.39] }, { r: 0, along: 1, head: 0, n: [0.92, 0.39] }],
  ]);
}

function rod(sides) {
  return turned(sides, [
    [{ r: 0, along: 0, head: 0, n: [0, -1] }, { r: 1, along: 0, head: 0, n: [0, -1] }],
    [{ r: 1, along: 0, head: 0, n: [1, 0] }, { r: 1, along: 1, head: 0, n: [1, 0] }],
    [{ r: 1, along: 1, head: 0, n: [0, 1] }, { r: 0, along: 1, head: 0, n: [0, 1] }],
  ]);
}

function ball(sides) {
  const bands = [];
  const steps = Math.round(sides / 2);
  const ring = (k) => {
    const angle = (k / steps - 0.5) * Math.PI;
    const r = k === 0 || k === steps ? 0 : Math.cos(angle);
    return { r, along: 0.5, head: Math.sin(angle), n: [Math.cos(angle), Math.sin(angle)] };
  };
  for (let k = 0; k < steps; k++) bands.push([ring(k), ring(k + 1)]);
  return turned(sides, bands);
}
