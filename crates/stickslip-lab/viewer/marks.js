// What is drawn at contacts: points, normals, forces, slip velocities.

import { MODE_COLOURS, VIEW_COLOURS, bytes } from "stickslip/colours";
import { program } from "stickslip/programs";
import { sideOf } from "stickslip/side";

const MANY = 2500; // contacts from which on arrows are made of few triangles
const MOST = 3000; // arrows of forces in a picture: the strongest
const LONGEST = 1.7; // times the arrow of the largest usual force: no arrow is longer
const SEEN_THROUGH = 400; // contacts up to which hidden ones show clearly

const VERTEX = `
layout(location = 0) in vec3 iPoint;
layout(location = 1) in vec4 iColour;
uniform mat4 uProject;
uniform float uSize;
out vec4 vColour;
void main() {
  gl_Position = uProject * vec4(iPoint, 1.0);
  gl_Position.z -= 1e-4 * gl_Position.w;
  // the last byte: the form in the low two bits
  vColour = iColour;
  float form = floor(mod(iColour.a * 255.0 + 0.5, 4.0));
  gl_PointSize = uSize * (form > 2.5 ? 1.75 : 1.0);
}`;

// forms: 0 ring (separating), 1 disc (sticking), 2 disc with a hole (sliding), 3 star (impact)
const FRAGMENT = `
in vec4 vColour;
uniform float uAlpha;
uniform vec3 uHalo;
out vec4 oColour;
void main() {
  float form = floor(mod(vColour.a * 255.0 + 0.5, 4.0));
  vec2 p = 2.0 * gl_PointCoord - 1.0;
  float r = length(p);
  if (form > 2.5) {
    float angle = atan(p.y, p.x);
    r = r / (0.62 + 0.38 * cos(4.0 * angle)) * 0.8;
  }
  float soft = 1.5 * fwidth(r);
  float inside = 1.0 - smoothstep(1.0 - soft, 1.0, r);
  float body = 1.0 - smoothstep(0.74 - soft, 0.74, r);
  float hole = form < 0.5 ? 1.0 - smoothstep(0.42 - soft, 0.42, r) : form > 1.5 && form < 2.5 ? 1.0 - smoothstep(0.26 - soft, 0.26, r) : 0.0;
  vec3 colour = mix(uHalo, vColour.rgb, body * (1.0 - hole));
  float alpha = inside * uAlpha * mix(0.75, 1.0, body);
  if (alpha < 0.02) discard;
  oColour = vec4(colour, alpha);
}`;

const FORMS = { separating: 0, sticking: 1, sliding: 2, impact: 3 };

export class Marks {
  /** `origin`: the graphics card's zero. */
  constructor(gl, page, recording, bounds, origin) {
    this.gl = gl;
    this.origin = origin;
    this.page = page;
    this.recording = recording;
    // arrows are about as long as a body is wide, and never longer than a good part of the scene; where many stand
    // close together, long ones would bury them
    const several = Math.max(1, bounds.moving.length);
    const least = Math.max(0.05, 0.1 * Math.min(1, Math.sqrt(4 / several)));
    this.unit = Math.max(least * bounds.size, Math.min(0.42 * bounds.size, 2.6 * bounds.typical));
    this.thick = 0.022 * this.unit;
    this.fastest = fastestSlip(recording);
    this.made = program(gl, VERTEX, FRAGMENT);
    this.numbers = new Float32Array(4 * 64);
    this.count = 0;
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 16, 0);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, 16, 12);
    gl.bindVertexArray(null);
  }

  /** How many metres of arrow stand for a newton, for a force of this size: all alike up to the largest usual force,
   * then ever less: a hard impact has a longer arrow than a soft one, but not one that fills the picture. */
  perNewton(force, factor = 1) {
    const largest = this.recording.largestForce;
    if (!(largest > 0) || !(force > 0)) return 0;
    const share = force / largest;
    const shown = share <= 1 ? share : LONGEST - (LONGEST - 1) * share ** (-0.5 / (LONGEST - 1));
    return (factor * this.unit * shown) / force;
  }

  /** Collects the marks of a frame into `solids` and the list of points. */
  collect(touches, options, solids) {
    const theme = options.dark ? "dark" : "light";
    const modes = (this.page.modes ?? []).map((name) => bytes(MODE_COLOURS[theme][name] ?? MODE_COLOURS[theme].separating));
    const forms = (this.page.modes ?? []).map((name) => FORMS[name] ?? 0);
    const grey = bytes(MODE_COLOURS[theme].separating);
    const normal = bytes(VIEW_COLOURS[theme].normal), slipping = bytes(VIEW_COLOURS[theme].slip);
    const { count } = touches;
    const arrows = count > MANY ? solids.many : solids.arrows;
    this.count = 0;
    this.several = count;
    const least = this.least = count > MOST ? strongest(touches, MOST) : 0;
    for (let k = 0; k < count; k++) {
      const x = touches.point[3 * k], y = touches.point[3 * k + 1], z = touches.point[3 * k + 2];
      const mode = touches.mode[k];
      const colour = modes[mode] ?? grey;
      const side = sideOf(this.page, touches, k);
      const fx = touches.force[3 * k], fy = touches.force[3 * k + 1], fz = touches.force[3 * k + 2];
      const force = Math.hypot(fx, fy, fz);
      // of very many contacts only the strongest have arrows, of whatever kind
      if (force < least) continue;
      if (options.contacts && count <= MANY) this.point(x, y, z, colour, forms[mode] ?? 0);
      if (options.forces) {
        const s = side * this.perNewton(force, options.forceScale);
        if (Math.abs(s * force) > 0.004 * this.unit) arrows.add(x, y, z, s * fx, s * fy, s * fz, this.thick, colour);
      }
      if (options.normals) {
        const s = 0.45 * this.unit * side;
        arrows.add(x, y, z, s * touches.normal[3 * k], s * touches.normal[3 * k + 1], s * touches.normal[3 * k + 2], 0.45 * this.thick, normal);
      }
      if (options.slip) {
        const vx = touches.slip[3 * k], vy = touches.slip[3 * k + 1], vz = touches.slip[3 * k + 2];
        const size = Math.hypot(vx, vy, vz);
        if (size > this.fastest) this.fastest = size;
        const s = (side * 0.8 * this.unit) / this.fastest;
        if (size > 0.01 * this.fastest) arrows.add(x, y, z, s * vx, s * vy, s * vz, 0.7 * this.thick, slipping);
      }
    }
  }

  /** Whether the force of a contact has an arrow in the last picture. */
  isDrawn(touches, k) {
    return Math.hypot(touches.force[3 * k], touches.force[3 * k + 1], touches.force[3 * k + 2]) > (this.least ?? 0);
  }

  point(x, y, z, colour, form) {
    if (!Number.isFinite(x + y + z)) return;
    const at = 4 * this.count;
    if (at + 4 > this.numbers.length) {
      const old = this.numbers;
      this.numbers = new Float32Array(2 * old.length);
      this.numbers.set(old);
    }
    this.numbers[at] = x - this.origin[0];
    this.numbers[at + 1] = y - this.origin[1];
    this.numbers[at + 2] = z - this.origin[2];
    new Uint8Array(this.numbers.buffer, 4 * at + 12, 4).set([colour[0], colour[1], colour[2], 252 + form]);
    this.count += 1;
  }

  /** How clearly hidden marks show: with many contacts they would cover everything. */
  get hidden() {
    const several = this.several ?? 0;
    return several > MANY ? 0 : 0.5 * Math.min(1, SEEN_THROUGH / Math.max(1, several));
  }

  drawPoints(frame, dark) {
    if (this.count === 0) return;
    const { gl, made } = this;
    gl.useProgram(made.program);
    gl.uniformMatrix4fv(made.uniforms.uProject, false, frame.project);
    gl.uniform1f(made.uniforms.uSize, (this.count > 300 ? 6 : 10) * frame.ratio);
    gl.uniform3fv(made.uniforms.uHalo, dark ? [0.05, 0.06, 0.07] : [1, 1, 1]);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.numbers.subarray(0, 4 * this.count), gl.DYNAMIC_DRAW);
    gl.bindVertexArray(this.array);
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    if (this.hidden > 0) {
      gl.depthFunc(gl.GREATER);
      gl.uniform1f(made.uniforms.uAlpha, Math.min(1, 1.7 * this.hidden));
      gl.drawArrays(gl.POINTS, 0, this.count);
      gl.depthFunc(gl.LESS);
    }
    gl.uniform1f(made.uniforms.uAlpha, 1);
    gl.drawArrays(gl.POINTS, 0, this.count);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    gl.bindVertexArray(null);
  }
}

/** The force (N) that about `most` contacts exceed. */
function strongest(touches, most) {
  const stride = Math.max(1, Math.floor(touches.count / 1000));
  const seen = [];
  for (let k = 0; k < touches.count; k += stride) {
    seen.push(Math.hypot(touches.force[3 * k], touches.force[3 * k + 1], touches.force[3 * k + 2]));
  }
  seen.sort((a, b) => b - a);
  return seen[Math.min(seen.length - 1, Math.floor((seen.length * most) / touches.count))];
}

/** The scale of slip velocities: a large one of the recording (m/s). */
function fastestSlip(recording) {
  const frames = recording?.frames ?? 0;
  const seen = [];
  const looks = Math.min(frames, 60);
  for (let look = 0; look < looks; look++) {
    const touches = recording.touches(Math.round((look * (frames - 1)) / Math.max(1, looks - 1)));
    const stride = Math.max(1, Math.floor(touches.count / 500));
    for (let k = 0; k < touches.count; k += stride) {
      const size = Math.hypot(touches.slip[3 * k], touches.slip[3 * k + 1], touches.slip[3 * k + 2]);
      if (size > 0 && Number.isFinite(size)) seen.push(size);
    }
  }
  if (seen.length === 0) return 1e-3;
  seen.sort((a, b) => a - b);
  return Math.max(1e-3, seen[Math.floor(0.98 * (seen.length - 1))]);
}
