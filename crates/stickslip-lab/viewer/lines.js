// Lines of a width in pixels, and flat see-through triangles: for trails, cones, axes and the line of a pull.

import { program } from "stickslip/programs";

const VERTEX = `
layout(location = 0) in vec4 iFrom;
layout(location = 1) in vec4 iColour;
layout(location = 2) in vec3 iTo;
uniform mat4 uProject;
uniform vec2 uScreen;
uniform float uRatio;
out vec4 vColour;
void main() {
  // four vertices make a segment
  vec2 corner = vec2((gl_VertexID >> 1) & 1, 2 * (gl_VertexID & 1) - 1);
  vec4 a = uProject * vec4(iFrom.xyz, 1.0);
  vec4 b = uProject * vec4(iTo, 1.0);
  // what lies behind the eye is cut off
  float least = 1e-5;
  if (a.w < least && b.w < least) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  if (a.w < least) a = mix(a, b, (least - a.w) / (b.w - a.w));
  if (b.w < least) b = mix(b, a, (least - b.w) / (a.w - b.w));
  vec2 way = (b.xy / b.w - a.xy / a.w) * uScreen;
  float size = length(way);
  vec2 side = size > 1e-6 ? vec2(-way.y, way.x) / size : vec2(0.0, 1.0);
  vec4 p = corner.x < 0.5 ? a : b;
  p.xy += side * corner.y * iFrom.w * uRatio / uScreen * p.w;
  p.z -= 2e-5 * p.w;
  gl_Position = p;
  vColour = iColour;
}`;

const FLAT_VERTEX = `
layout(location = 0) in vec3 aPoint;
layout(location = 1) in vec4 aColour;
uniform mat4 uProject;
out vec4 vColour;
void main() { gl_Position = uProject * vec4(aPoint, 1.0); vColour = aColour; }`;

const FRAGMENT = `
in vec4 vColour;
uniform float uAlpha;
out vec4 oColour;
void main() { oColour = vec4(vColour.rgb, vColour.a * uAlpha); }`;

const STRIDE = 8; // floats of a vertex: from 3, width, colour, to 3
const QUAD = [0, 1, 2, 2, 1, 3];

/** A list of segments that is filled and drawn. */
export class Lines {
  constructor(gl, shared) {
    this.gl = gl;
    this.shared = shared;
    this.count = 0;
    this.numbers = new Float32Array(64 * 4 * STRIDE);
    this.bytes = new Uint8Array(this.numbers.buffer);
    this.changed = true;
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    this.buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    for (const [place, width, type, normal, offset] of [
      [0, 4, gl.FLOAT, false, 0], [1, 4, gl.UNSIGNED_BYTE, true, 16], [2, 3, gl.FLOAT, false, 20],
    ]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, width, type, normal, 4 * STRIDE, offset);
    }
    this.indices = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices);
    this.indexed = 0;
    gl.bindVertexArray(null);
  }

  clear() {
    this.count = 0;
    this.changed = true;
  }

  add(from, to, width, colour, alpha = 255) {
    if (!Number.isFinite(from[0] + from[1] + from[2] + to[0] + to[1] + to[2])) return;
    const [x, y, z] = this.shared.origin;
    const at = 4 * STRIDE * this.count;
    if (at + 4 * STRIDE > this.numbers.length) {
      const old = this.numbers;
      this.numbers = new Float32Array(2 * old.length);
      this.numbers.set(old);
      this.bytes = new Uint8Array(this.numbers.buffer);
    }
    for (let corner = at; corner < at + 4 * STRIDE; corner += STRIDE) {
      this.numbers.set([from[0] - x, from[1] - y, from[2] - z, width, 0, to[0] - x, to[1] - y, to[2] - z], corner);
      this.bytes.set([colour[0], colour[1], colour[2], alpha], 4 * corner + 16);
    }
    this.count += 1;
    this.changed = true;
  }

  /** Draws the first `count` segments. */
  draw(frame, alpha = 1, count = this.count) {
    if (count === 0) return;
    const { gl, shared } = this;
    if (this.changed) {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
      gl.bufferData(gl.ARRAY_BUFFER, this.numbers.subarray(0, 4 * STRIDE * this.count), gl.DYNAMIC_DRAW);
      this.changed = false;
    }
    const u = shared.begin(frame, alpha);
    gl.uniform2f(u.uScreen, frame.width, frame.height);
    gl.uniform1f(u.uRatio, frame.ratio);
    gl.bindVertexArray(this.array);
    if (this.indexed < this.count) {
      this.indexed = Math.max(64, 2 * this.count);
      const indices = new Uint32Array(6 * this.indexed);
      for (let k = 0; k < indices.length; k++) indices[k] = 4 * Math.floor(k / 6) + QUAD[k % 6];
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
    }
    gl.drawElements(gl.TRIANGLES, 6 * count, gl.UNSIGNED_INT, 0);
    gl.bindVertexArray(null);
  }

  free() {
    this.gl.deleteBuffer(this.buffer);
    this.gl.deleteBuffer(this.indices);
    this.gl.deleteVertexArray(this.array);
  }
}

/** What all lists of lines share. */
export class LineTools {
  /** `origin`: the graphics card's zero. */
  constructor(gl, origin) {
    this.gl = gl;
    this.origin = origin;
    this.made = program(gl, VERTEX, FRAGMENT);
  }

  begin(frame, alpha) {
    const { gl, made } = this;
    gl.useProgram(made.program);
    gl.uniformMatrix4fv(made.uniforms.uProject, false, frame.project);
    gl.uniform1f(made.uniforms.uAlpha, alpha);
    return made.uniforms;
  }
}

/** See-through triangles, filled for each picture. */
export class Sheets {
  /** `origin`: the graphics card's zero. */
  constructor(gl, origin) {
    this.gl = gl;
    this.origin = origin;
    this.made = program(gl, FLAT_VERTEX, FRAGMENT);
    this.numbers = [];
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 28, 0);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 4, gl.FLOAT, false, 28, 12);
    gl.bindVertexArray(null);
  }

  clear() {
    this.numbers.length = 0;
  }

  /** Colour: three bytes; alpha in [0, 1]. */
  add(a, b, c, colour, alpha) {
    const [x, y, z] = this.origin;
    for (const p of [a, b, c]) {
      this.numbers.push(p[0] - x, p[1] - y, p[2] - z, colour[0] / 255, colour[1] / 255, colour[2] / 255, alpha);
    }
  }

  draw(frame) {
    if (this.numbers.length === 0) return;
    const { gl, made } = this;
    gl.useProgram(made.program);
    gl.uniformMatrix4fv(made.uniforms.uProject, false, frame.project);
    gl.uniform1f(made.uniforms.uAlpha, 1);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(this.numbers), gl.DYNAMIC_DRAW);
    gl.bindVertexArray(this.array);
    gl.disable(gl.CULL_FACE);
    gl.drawArrays(gl.TRIANGLES, 0, this.numbers.length / 7);
    gl.bindVertexArray(null);
  }
}
