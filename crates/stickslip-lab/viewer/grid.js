// Half spaces as large squares that fade out, with a grid of 1, 2 or 5 · 10^k m; and the same grid without a surface where a
// scene has no ground.

import { VIEW_COLOURS, linear, plain } from "stickslip/colours";
import { along, compose, dot, rotate, sub } from "stickslip/math";
import { Programs } from "stickslip/programs";

const MOST = 8; // half spaces that cut each other
const VEIL = 0.2; // of a surface that is seen from behind

const VERTEX = `
layout(location = 0) in vec2 aCorner;
uniform mat4 uProject;
uniform vec3 uMiddle;
uniform vec2 uPhase; // where the middle is on the grid
uniform vec3 uAcross;
uniform vec3 uDeep;
uniform float uExtent;
out vec2 vPlane;
out vec2 vAway;
#if SHADOW > 0 || CUTS > 0
out vec3 vWorld;
#endif
void main() {
  vAway = aCorner;
  vec3 world = uMiddle + uExtent * (aCorner.x * uAcross + aCorner.y * uDeep);
  vPlane = uPhase + uExtent * aCorner;
  gl_Position = uProject * vec4(world, 1.0);
#if SHADOW > 0 || CUTS > 0
  vWorld = world;
#endif
}`;

// The ground is most of the picture: what is the same for all of its pixels is worked out before.
const FRAGMENT = `
in vec2 vPlane;
in vec2 vAway;
#if SHADOW > 0 || CUTS > 0
in vec3 vWorld;
#endif
uniform float uCell;
uniform float uGreat;
uniform float uFill;
uniform float uInk;
uniform float uAlpha;
uniform vec3 uColour; // linear where shadows fall on it, else ready for the screen
uniform vec3 uLine;
#if CUTS > 0
uniform vec4 uCuts[CUTS];
#endif
out vec4 oColour;
#if SHADOW > 0
uniform vec3 uNormal;
uniform float uBias;
#endif
#use SHADOW
float lines(float cell, vec2 pixel) {
  vec2 p = vPlane / cell;
  vec2 width = pixel / cell;
  vec2 near = abs(fract(p - 0.5) - 0.5) / max(width, 1e-9);
  float line = 1.0 - min(min(near.x, near.y), 1.0);
  // cells that are smaller than a few pixels melt away
  return line * (1.0 - smoothstep(0.12, 0.45, max(width.x, width.y)));
}
void main() {
#if CUTS > 0
  for (int k = 0; k < CUTS; k++) {
    if (dot(uCuts[k].xyz, vWorld) < uCuts[k].w) discard;
  }
#endif
  float fade = uAlpha * (1.0 - smoothstep(0.25, 1.0, length(vAway)));
  if (fade < 0.004) discard;
  vec2 pixel = fwidth(vPlane);
  float ink = (0.30 * lines(uCell, pixel) + 0.32 * lines(uGreat, pixel)) * uInk;
#if SHADOW > 0
  vec3 colour = pow(uColour * mix(0.64, 1.0, lit(vWorld + uNormal * uBias)), vec3(1.0 / 2.2));
#else
  vec3 colour = uColour;
#endif
  float alpha = uFill + ink * (1.0 - uFill);
  if (alpha < 0.004) discard;
  oColour = vec4(mix(colour, uLine, ink / alpha), alpha * fade);
}`;

/** The size of a cell of the grid so that it has about `wanted` metres. */
export function niceCell(wanted) {
  if (!(wanted > 0) || !Number.isFinite(wanted)) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const share = wanted / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

/** "2 m", "50 cm", "1 mm": short, and exact for cells of the grid. */
export function sizeText(metres) {
  for (const [unit, size] of [["km", 1e3], ["m", 1], ["cm", 1e-2], ["mm", 1e-3], ["µm", 1e-6]]) {
    if (metres >= 0.999 * size) return `${Number((metres / size).toPrecision(3))} ${unit}`;
  }
  return `${Number(metres.toPrecision(3))} m`;
}

export class Grid {
  constructor(gl, page, bounds, camera) {
    this.gl = gl;
    this.bounds = bounds;
    this.programs = new Programs(gl, VERTEX, FRAGMENT);
    this.planes = [];
    (page.bodies ?? []).forEach((body, index) => {
      for (const part of body.parts ?? []) {
        if (part.shape === "halfspace") this.planes.push({ body: index, pose: part.pose ?? [0, 0, 0, 1, 0, 0, 0] });
      }
    });
    const { up } = camera;
    this.floor = Math.min(...[0, 1].flatMap((a) => [0, 1].flatMap((b) => [0, 1].map((c) => dot(up, [
      [bounds.least, bounds.most][a][0], [bounds.least, bounds.most][b][1], [bounds.least, bounds.most][c][2],
    ])))));
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.bindVertexArray(null);
  }

  /** The cell for the present camera: some eighty pixels. */
  cell(camera) {
    return niceCell(80 * camera.pixel * camera.distance);
  }

  draw(frame, scene, light, camera, options, shadow) {
    const { gl, bounds } = this;
    const theme = VIEW_COLOURS[options.dark ? "dark" : "light"];
    const surfaces = this.planes.map(({ body, pose }) => {
      const at = compose(scene.pose(body), pose);
      return { origin: at.slice(0, 3), normal: rotate(at, [0, 0, 1], 3), across: rotate(at, [1, 0, 0], 3), deep: rotate(at, [0, 1, 0], 3) };
    });
    const facing = ({ normal, origin }) => dot(normal, sub(camera.eye, origin)) > 0;
    const ground = surfaces.some(({ normal }) => dot(normal, camera.up) > 0.5);
    const cell = this.cell(camera);
    const great = 10 ** Math.floor(Math.log10(cell) + 1.0001);
    gl.bindVertexArray(this.array);
    gl.enable(gl.BLEND);
    gl.disable(gl.CULL_FACE);
    const one = (plane, fill, extent, cuts) => {
      // from behind, a surface is a veil
      const front = fill === 0 || facing(plane);
      const shaded = fill > 0 && front ? shadow : 0;
      const u = this.programs.use({ SHADOW: shaded, CUTS: cuts.length / 4 });
      light.set(u, camera, shaded);
      // the square lies under the middle of the scene, or under the target where that went away
      const wanted = camera.target;
      const middle = along(wanted, plane.normal, -dot(sub(wanted, plane.origin), plane.normal));
      const steep = Math.abs(dot(plane.normal, camera.up)) < 0.9;
      const tone = fill > 0 && steep ? 0.78 + 0.2 * Math.max(0, dot(plane.normal, light.sun)) : 1;
      const colour = linear(theme.ground).map((c) => (shaded > 0 ? tone * c : (tone * c) ** (1 / 2.2)));
      gl.uniformMatrix4fv(u.uProject, false, frame.project);
      gl.uniform3fv(u.uMiddle, camera.local(middle));
      // whole cells are left out: far from the origin, the graphics card would not see where in a cell this is
      const away = sub(middle, plane.origin);
      gl.uniform2fv(u.uPhase, [plane.across, plane.deep].map((way) => dot(away, way) % great));
      gl.uniform3fv(u.uAcross, plane.across);
      gl.uniform3fv(u.uDeep, plane.deep);
      gl.uniform1f(u.uExtent, extent);
      gl.uniform1f(u.uCell, cell);
      gl.uniform1f(u.uGreat, great);
      gl.uniform1f(u.uFill, fill);
      // walls have little else that shows where they are
      gl.uniform1f(u.uInk, options.grid ? (fill > 0 && steep ? 1.5 : 1) : 0);
      gl.uniform1f(u.uAlpha, front ? 1 : VEIL);
      gl.uniform3fv(u.uColour, colour);
      gl.uniform3fv(u.uLine, plain(theme.line));
      if (shaded > 0) {
        gl.uniform3fv(u.uNormal, plane.normal);
        gl.uniform1f(u.uBias, light.bias ?? 0);
      }
      if (cuts.length > 0) gl.uniform4fv(u.uCuts, cuts);
      gl.depthMask(fill > 0 && front);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      gl.depthMask(true);
    };
    const far = Math.max(7 * bounds.radius, 3.2 * camera.distance);
    // veils come last and hide nothing
    for (const plane of [...surfaces].sort((a, b) => facing(b) - facing(a))) {
      const level = dot(plane.normal, camera.up) > 0.9;
      const slack = 1e-4 * bounds.radius;
      const cuts = surfaces.filter((other) => other !== plane && dot(other.normal, plane.normal) < 0.9999)
        .slice(0, MOST).flatMap((other) => [...other.normal, dot(other.normal, camera.local(other.origin)) - slack]);
      one(plane, level ? 1 : 0.9, level ? far : 3 * bounds.radius, new Float32Array(cuts));
    }
    if (!ground && options.grid) {
      const [across, deep] = camera.level;
      const origin = along([0, 0, 0], camera.up, this.floor);
      one({ origin, normal: camera.up, across, deep }, 0, 0.7 * far, []);
    }
    gl.disable(gl.BLEND);
    gl.bindVertexArray(null);
  }
}
