// What is drawn in a picture, one after the other. Each pass leaves depth test and culling on and blending off.

import { linear, plain } from "stickslip/colours";
import { sizeText } from "stickslip/grid";
import { place as placed } from "stickslip/math";
import { KIND } from "stickslip/surface";

const MOST_NAMES = 120;
const FOG = 0.28; // how opaque bodies are when they are transparent

/** The bodies: surfaces with their creases, or wires. */
export function drawBodies({ gl, scene, light, camera, options, pace }, { project, theme, shadow }) {
  const still = linear(theme.still);
  const strokes = (what, tone, alpha) => {
    const u = scene.use(KIND.lines, project);
    gl.uniform3fv(u.uStill, still);
    gl.uniform1f(u.uTone, tone);
    gl.uniform1f(u.uAlpha, alpha);
    gl.enable(gl.BLEND);
    scene.draw(what);
    gl.disable(gl.BLEND);
  };
  if (options.wireframe) {
    strokes("edges", options.dark ? 1 : 0.45, 0.8);
    return;
  }
  gl.enable(gl.CULL_FACE);
  if (options.transparent) {
    gl.enable(gl.BLEND);
    gl.depthMask(false);
  } else {
    // smooth edges of the balls, whose squares have none of their own
    gl.enable(gl.SAMPLE_ALPHA_TO_COVERAGE);
  }
  // surfaces step back a little, so that their creases lie in front of them
  gl.enable(gl.POLYGON_OFFSET_FILL);
  gl.polygonOffset(1, 1);
  scene.drawSurfaces(project, camera.axes().back, shadow, (u) => {
    light.set(u, camera, shadow);
    gl.uniform3fv(u.uStill, still);
    gl.uniform1f(u.uAlpha, options.transparent ? FOG : 1);
    gl.uniform1f(u.uBias, light.bias ?? 0);
  });
  gl.disable(gl.SAMPLE_ALPHA_TO_COVERAGE);
  gl.disable(gl.POLYGON_OFFSET_FILL);
  gl.depthMask(true);
  gl.disable(gl.BLEND);
  if (pace.settings.creases) {
    gl.depthMask(false);
    strokes("creases", options.dark && options.transparent ? 1 : 0.35, options.transparent ? 0.7 : 0.8);
    gl.depthMask(true);
  }
}

/** Everything that stands for a number: trails, arrows, points, lines and the cone. */
export function drawMarks(view, frame) {
  const { gl, options, marks, camera, light, solids } = view;
  gl.enable(gl.BLEND);
  if (options.trails) view.trails.draw(frame, view.place, view.scene, options);
  gl.disable(gl.BLEND);
  solids.draw({ project: frame.project, camera, sun: light.sun, hidden: Math.max(marks.hidden, view.joints.joints.length ? 0.3 : 0) });
  if (options.contacts) marks.drawPoints(frame, options.dark);
  gl.enable(gl.BLEND);
  gl.depthMask(false);
  gl.disable(gl.CULL_FACE);
  // lines and cone: clear where they are seen, faint where bodies hide them
  gl.depthFunc(gl.GREATER);
  view.lines.draw(frame, 0.4);
  gl.depthFunc(gl.LESS);
  view.lines.draw(frame);
  gl.disable(gl.DEPTH_TEST);
  view.sheets.draw(frame);
  gl.enable(gl.DEPTH_TEST);
  gl.depthMask(true);
  gl.enable(gl.CULL_FACE);
  gl.disable(gl.BLEND);
}

/** A line round the silhouette of a body, also where others hide it. */
export function drawOutline({ gl, scene, ratio }, { project, theme, width, height }, body) {
  if (!scene.bodies[body]) return;
  const u = scene.use(KIND.outline, project);
  gl.uniform4f(u.uColour, ...plain(theme.outline), 1);
  gl.disable(gl.DEPTH_TEST);
  gl.disable(gl.CULL_FACE);
  gl.enable(gl.STENCIL_TEST);
  gl.stencilFunc(gl.ALWAYS, 1, 255);
  gl.stencilOp(gl.REPLACE, gl.REPLACE, gl.REPLACE);
  gl.colorMask(false, false, false, false);
  gl.uniform2f(u.uOffset, 0, 0);
  scene.draw("triangles", body);
  gl.colorMask(true, true, true, true);
  gl.stencilFunc(gl.NOTEQUAL, 1, 255);
  gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
  const wide = 2 * ratio;
  for (let k = 0; k < 8; k++) {
    const angle = (k * Math.PI) / 4;
    gl.uniform2f(u.uOffset, (2 * wide * Math.cos(angle)) / width, (2 * wide * Math.sin(angle)) / height);
    scene.draw("triangles", body);
  }
  gl.disable(gl.STENCIL_TEST);
  gl.enable(gl.DEPTH_TEST);
  gl.enable(gl.CULL_FACE);
}

/** The scale of the grid, and the names of bodies where they are wanted. */
export function drawLabels({ labels, options, camera, scene, grid, page, ratio }, frame) {
  const { theme } = frame;
  labels.begin(ratio, theme.text, theme.halo);
  if (options.grid) labels.add(`grid ${sizeText(grid.cell(camera))}`, camera.width - 8, camera.height - 16, 1);
  const write = (index) => {
    const body = page.bodies[index];
    const first = body.parts?.[0]?.pose ?? [0, 0, 0];
    const at = camera.project(placed(scene.pose(index), first), frame.project);
    if (at && at[2] < 1 && body.name) labels.add(body.name, at[0], at[1]);
  };
  const { selection } = options;
  if (options.names) {
    if (selection?.kind === "body" && page.bodies[selection.index]) write(selection.index);
    const named = page.bodies.map((_, k) => k).filter((k) => k !== selection?.index && page.bodies[k].parts?.[0]?.shape !== "halfspace");
    // what moves is named first: a floor has its middle where something else stands
    const moves = ({ track }) => track !== null && track !== undefined;
    const order = [...named.filter((k) => moves(page.bodies[k])), ...named.filter((k) => !moves(page.bodies[k]))];
    for (const k of order.slice(0, MOST_NAMES)) write(k);
  }
  labels.draw(frame);
}
