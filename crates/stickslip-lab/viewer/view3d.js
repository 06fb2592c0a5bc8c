// The 3D view: draws one picture of a recording at a place of its time. It knows nothing of buttons.

import { boundsOf } from "stickslip/bounds";
import { Camera } from "stickslip/camera";
import { VIEW_COLOURS, MODE_COLOURS, bytes, linear, plain } from "stickslip/colours";
import { addCone } from "stickslip/cone";
import { Gestures } from "stickslip/gestures";
import { Grid, sizeText } from "stickslip/grid";
import { Joints } from "stickslip/joints";
import { Labels } from "stickslip/labels";
import { Light } from "stickslip/light";
import { LineTools, Lines, Sheets } from "stickslip/lines";
import { Marks } from "stickslip/marks";
import { add, place as placed, sub } from "stickslip/math";
import { Pace } from "stickslip/pace";
import { Picker, planeUnder } from "stickslip/picking";
import { KIND, Scene } from "stickslip/scene";
import { Solids } from "stickslip/solids";
import { Trails } from "stickslip/trails";

export { MODE_COLOURS, VIEW_COLOURS };

const DEFAULTS = {
  contacts: true, forces: true, normals: false, slip: true, joints: true, names: false, wireframe: false, transparent: false,
  trails: false, grid: true, shadows: true, follow: null, selection: null, pull: null, dark: false, forceScale: 1,
};
const NO_TOUCHES = { count: 0, contact: [], mode: [], point: [], normal: [], tangent: [], force: [], slip: [], gap: [] };
const DEGREE = Math.PI / 180;
const MOST_NAMES = 120;
const FAR = 20; // first sizes of a live run up to which bodies are kept in the picture
const FOG = 0.28; // how opaque bodies are when they are transparent

/** Notes what is made on the graphics card from now on, so that it can be freed. */
function ownerOf(gl) {
  const made = [];
  for (const kind of ["Buffer", "Texture", "VertexArray", "Framebuffer", "Renderbuffer", "Program"]) {
    const make = Object.getPrototypeOf(gl)[`create${kind}`];
    gl[`create${kind}`] = () => {
      const thing = make.call(gl);
      made.push([kind, thing]);
      return thing;
    };
  }
  return { free: () => made.splice(0).forEach(([kind, thing]) => gl[`delete${kind}`](thing)) };
}

/** The view that a canvas has now: a new one takes the place of the old. */
const views = new WeakMap();

export class View3D {
  constructor(canvas, page, recording) {
    const before = views.get(canvas);
    before?.dispose();
    this.canvas = canvas;
    this.page = page;
    this.recording = recording;
    const parts = (page.bodies ?? []).reduce((sum, body) => sum + (body.parts?.length ?? 0), 0);
    // many bodies are small in the picture: there, smooth edges cost more than they give
    const gl = canvas.getContext("webgl2", { antialias: parts <= 3000, stencil: true, alpha: false, powerPreference: "high-performance" });
    if (!gl) throw new Error("This browser offers no WebGL 2, which the 3D view needs. Plots, events and tables work without it.");
    this.gl = gl;
    this.onchange = null;
    this.onpick = null;
    this.ondrag = null;
    this.pulls = false;
    this.options = { ...DEFAULTS };
    this.place = { index: 0, fraction: 0 };
    this.camera = new Camera(page.up ?? [0, 0, 1]);
    this.followed = null;
    this.meshes = new Map();
    this.bounds = boundsOf(page, recording, (k) => this.meshData(k).box);
    this.build(parts);
    this.resize();
    this.stand();
    if (before && before.fitted !== before.stance()) this.adopt(before.camera);
    this.gestures = new Gestures(canvas, this);
    this.watch();
    views.set(canvas, this);
  }

  /** Everything that lives on the graphics card; made again when the card was lost. */
  build(parts) {
    const { gl, page, recording, bounds, camera } = this;
    this.owned = ownerOf(gl);
    this.scene = new Scene(gl, page, (k) => this.meshData(k));
    this.light = new Light(gl, camera);
    this.grid = new Grid(gl, page, bounds, camera);
    this.solids = new Solids(gl);
    this.tools = new LineTools(gl);
    this.lines = new Lines(gl, this.tools);
    this.sheets = new Sheets(gl);
    this.marks = new Marks(gl, page, recording, bounds);
    this.joints = new Joints(page, bounds);
    this.trails = new Trails(gl, page, recording, this.tools, bounds.moving);
    this.labels = new Labels(gl);
    this.picker = new Picker(gl);
    this.pace = new Pace(gl, parts);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthFunc(gl.LESS);
  }

  /** Points, triangles and box of a mesh; nothing where the page does not hold it. */
  meshData(index) {
    if (!this.meshes.has(index)) {
      const entry = this.page.meshes?.[index] ?? {};
      const take = (named) => (typeof named === "string" ? this.recording?.columns?.values(named) : named) ?? [];
      const points = take(entry.points), triangles = take(entry.triangles).filter((k) => 3 * k + 2 < points.length);
      const least = [Infinity, Infinity, Infinity], most = [-Infinity, -Infinity, -Infinity];
      for (let k = 0; k < points.length; k++) {
        least[k % 3] = Math.min(least[k % 3], points[k]);
        most[k % 3] = Math.max(most[k % 3], points[k]);
      }
      const box = points.length ? { least, most } : { least: [0, 0, 0], most: [0, 0, 0] };
      this.meshes.set(index, { points, triangles: triangles.slice(0, triangles.length - (triangles.length % 3)), box });
    }
    return this.meshes.get(index);
  }

  watch() {
    this.onlost = (event) => {
      event.preventDefault();
      this.say("The graphics card was lost. The picture comes back by itself; if not, load the page again.");
    };
    this.onrestored = () => {
      this.build(this.scene.parts);
      this.say(null);
      this.moved();
    };
    this.canvas.addEventListener("webglcontextlost", this.onlost);
    this.canvas.addEventListener("webglcontextrestored", this.onrestored);
    if (typeof ResizeObserver === "function") {
      this.observer = new ResizeObserver(() => {
        if (this.resize()) this.moved();
      });
      this.observer.observe(this.canvas);
    }
  }

  /** A sentence over the canvas, or none. */
  say(text) {
    this.message?.remove();
    this.message = null;
    if (!text || !this.canvas.parentNode) return;
    const message = document.createElement("p");
    message.textContent = text;
    message.setAttribute("role", "alert");
    Object.assign(message.style, {
      position: "absolute", left: "1rem", right: "1rem", top: "40%", margin: "0", padding: "0.8rem 1rem", textAlign: "center",
      background: "#111827", color: "#ffffff", borderRadius: "8px", zIndex: "5",
    });
    this.canvas.parentNode.append(message);
    this.message = message;
  }

  /** Lets go of the canvas and of everything on the graphics card. */
  dispose() {
    this.owned.free();
    this.gestures.stop();
    this.observer?.disconnect();
    this.canvas.removeEventListener("webglcontextlost", this.onlost);
    this.canvas.removeEventListener("webglcontextrestored", this.onrestored);
    this.say(null);
  }

  moved() {
    this.onchange?.();
  }

  /** Fits the drawing to the canvas; says whether anything changed. */
  resize() {
    const { canvas, camera } = this;
    const width = Math.max(1, canvas.clientWidth || canvas.width), height = Math.max(1, canvas.clientHeight || canvas.height);
    this.ratio = Math.min(window.devicePixelRatio || 1, this.pace.settings.ratio);
    const wide = Math.max(1, Math.round(width * this.ratio)), high = Math.max(1, Math.round(height * this.ratio));
    const changed = canvas.width !== wide || canvas.height !== high || camera.width !== width || camera.height !== height;
    const shape = Math.abs(camera.width / camera.height - width / height) > 0.02;
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    camera.width = width;
    camera.height = height;
    if (shape && this.fitted === this.stance()) this.fit();
    return changed;
  }

  /** The first place of the camera: from the front for what happens in a plane, else three-quarter from above. */
  stand() {
    if (this.bounds.planar) this.look(-90 * DEGREE, 7 * DEGREE);
    else this.look(-62 * DEGREE, 20 * DEGREE);
    this.fit();
  }

  /** Where the camera stands, as a text: a fitted camera that nobody has moved is fitted again when the canvas changes. */
  stance() {
    const { target, azimuth, elevation, distance } = this.camera;
    return [...target, azimuth, elevation, distance].join();
  }

  /** A view that takes the place of another, as after a reset of a live run, looks from where that did. */
  adopt({ target, azimuth, elevation, distance }) {
    Object.assign(this.camera, { target: [...target], azimuth, elevation, distance });
  }

  look(azimuth, elevation) {
    this.camera.azimuth = azimuth;
    this.camera.elevation = elevation;
  }

  fit() {
    const { least, most } = this.bounds;
    const corners = [];
    for (let k = 0; k < 8; k++) corners.push([0, 1, 2].map((i) => ((k >> i) & 1 ? most[i] : least[i])));
    this.camera.fit(corners, 1.14);
    this.fitted = this.stance();
  }

  /** A live run goes where nobody knew: its box grows with it, and a camera that nobody has moved steps back. */
  widen() {
    const { bounds, scene } = this;
    const room = 0.1 * bounds.radius;
    this.farthest ??= FAR * bounds.radius;
    let grown = false;
    for (const index of bounds.moving) {
      for (let i = 0; i < 3; i++) {
        const x = scene.poses[8 * index + i];
        // what falls for ever is let go
        if (Math.abs(x - bounds.middle[i]) > this.farthest) continue;
        if (x - bounds.typical < bounds.least[i]) { bounds.least[i] = x - bounds.typical - room; grown = true; }
        if (x + bounds.typical > bounds.most[i]) { bounds.most[i] = x + bounds.typical + room; grown = true; }
      }
    }
    if (!grown) return;
    bounds.radius = 0.5 * Math.hypot(...sub(bounds.most, bounds.least));
    bounds.middle = bounds.most.map((x, i) => 0.5 * (x + bounds.least[i]));
    if (this.fitted === this.stance()) this.fit();
  }

  project(point) {
    return this.camera.project(point, this.matrix());
  }

  matrix() {
    const { camera, bounds } = this;
    return camera.matrix(bounds.radius * 8 + Math.hypot(...sub(camera.target, bounds.middle)));
  }

  /** What lies under a CSS pixel of the canvas: a contact where one is near, else a body; `only` asks for one kind. */
  pick(x, y, only = null) {
    if (this.gl.isContextLost()) return null;
    const { options, marks, scene, camera } = this;
    const matrix = this.matrix();
    if (only !== "body" && (options.contacts || options.forces)) {
      const touches = this.touches();
      // what is not drawn cannot be meant
      const drawn = { points: options.contacts && marks.count > 0, tips: options.forces ? (k) => (marks.isDrawn(touches, k) ? this.tip(touches, k) : null) : null };
      const found = this.picker.contact(touches, drawn, (p) => camera.project(p, matrix), x, y);
      if (found) return found;
      if (only === "contact") return null;
    }
    return this.picker.body(scene, camera, matrix, x, y) ?? planeUnder(this.page.bodies ?? [], (k) => scene.pose(k), camera.ray(x, y));
  }

  /** The end of the arrow of a contact's force. */
  tip(touches, k) {
    const at = (array) => [array[3 * k], array[3 * k + 1], array[3 * k + 2]];
    const force = at(touches.force);
    const s = this.marks.side(touches.contact[k]) * this.marks.perNewton(Math.hypot(...force), this.options.forceScale);
    return add(at(touches.point), force.map((x) => s * x));
  }

  touches() {
    const { index } = this.place;
    return index >= 0 && index < this.recording.frames ? this.recording.touches(index) : NO_TOUCHES;
  }

  /** Draws one picture. */
  show(place, options = {}) {
    const { gl, camera, scene, light, solids, lines, sheets, pace } = this;
    this.place = place ?? { index: 0, fraction: 0 };
    this.options = { ...DEFAULTS, ...options };
    if (gl.isContextLost()) return;
    pace.begin();
    this.resize();
    this.setPoses();
    if (this.page.kind === "live") this.widen();
    this.followBody();
    // a wireframe needs room between its lines
    scene.level = pace.settings.detail - (this.options.wireframe ? 2 : 0);
    scene.sendPoses();
    // walls between the eye and what they hold are cut away
    const { held } = this.bounds;
    if (held) {
      const back = camera.axes().back;
      scene.cut.set([...back, back[0] * held[0] + back[1] * held[1] + back[2] * held[2]]);
    }

    const theme = VIEW_COLOURS[this.options.dark ? "dark" : "light"];
    const shadow = this.options.shadows && !this.options.wireframe ? pace.settings.shadow : 0;
    const frame = { project: this.matrix(), width: this.canvas.width, height: this.canvas.height, ratio: this.ratio, theme, shadow };
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.disable(gl.BLEND);
    if (shadow > 0) {
      light.prepare(pace.settings.map);
      light.aim(camera, this.bounds);
      light.cast(scene);
    }
    gl.viewport(0, 0, frame.width, frame.height);
    gl.clearColor(...plain(theme.background), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);

    solids.clear();
    lines.clear();
    sheets.clear();
    this.collect(frame);
    if (!this.options.transparent) this.drawBodies(frame);
    this.grid.draw(frame, scene, light, camera, this.options, shadow);
    this.drawMarks(frame);
    if (this.options.transparent) this.drawBodies(frame);
    if (this.options.selection?.kind === "body") this.drawOutline(frame, this.options.selection.index);
    this.drawLabels(frame);
    pace.end();
  }

  setPoses() {
    const { scene, recording, place } = this;
    if (recording.frames === 0) return;
    const out = this.out ??= new Float64Array(7);
    const { bodies } = scene;
    for (let k = 0; k < bodies.length; k++) {
      const { track } = bodies[k];
      if (track === null || track === undefined) continue;
      recording.pose(track, place, out);
      scene.setPose(k, out);
    }
  }

  /** Moves the target with the followed body; it begins in the middle of the picture. */
  followBody() {
    const { follow } = this.options;
    if (follow === null || follow === undefined || !this.scene.bodies[follow]) {
      this.followed = null;
      return;
    }
    const here = this.scene.pose(follow).slice(0, 3);
    const { camera } = this;
    camera.target = this.followed?.body === follow ? add(camera.target, sub(here, this.followed.at)) : here;
    this.followed = { body: follow, at: here };
  }

  /** Collects all that is not a body: arrows, points, cone, joints, the pull. */
  collect({ theme }) {
    const { options, marks, solids, lines, sheets, scene } = this;
    const touches = this.touches();
    marks.collect(touches, options, solids);
    if (options.joints) this.joints.collect(scene, options.dark, solids, lines);
    if (options.selection?.kind === "contact") this.collectCone(touches, options.selection.index);
    if (options.pull) {
      const { from, to } = options.pull;
      lines.add(from, to, 3, bytes(theme.pull));
      solids.balls.add(...to, 0, 0, 0, 0, bytes(theme.pull));
      solids.balls.add(...from, 0, 0, 0, 0, bytes(theme.pull));
    }
  }

  collectCone(touches, contact) {
    const { marks, options, lines, sheets } = this;
    const k = Array.prototype.indexOf.call(touches.contact, contact);
    if (k < 0 || k >= touches.count) return;
    const theme = options.dark ? "dark" : "light";
    const mode = this.page.modes?.[touches.mode[k]];
    addCone({
      touches, k, friction: this.page.contacts?.[contact]?.friction ?? { set: "none" }, side: marks.side(contact),
      scaleOf: (force) => marks.perNewton(force, options.forceScale), height: marks.unit,
      colour: bytes(MODE_COLOURS[theme][mode] ?? MODE_COLOURS[theme].separating), ink: bytes(VIEW_COLOURS[theme].outline), sheets, lines,
    });
    // the force itself, whether or not all forces are shown
    if (!options.forces) {
      const tip = this.tip(touches, k);
      const from = [touches.point[3 * k], touches.point[3 * k + 1], touches.point[3 * k + 2]];
      this.solids.arrows.add(...from, ...sub(tip, from), marks.thick, bytes(MODE_COLOURS[theme][mode] ?? MODE_COLOURS[theme].separating));
    }
  }

  drawBodies({ project, theme, shadow }) {
    const { gl, scene, light, camera, options, pace } = this;
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

  drawMarks(frame) {
    const { gl, options, marks, camera, light, solids } = this;
    gl.enable(gl.BLEND);
    if (options.trails) this.trails.draw(frame, this.place, this.scene, options);
    gl.disable(gl.BLEND);
    solids.draw({ project: frame.project, camera, sun: light.sun, hidden: Math.max(marks.hidden, this.joints.joints.length ? 0.3 : 0) });
    if (options.contacts) marks.drawPoints(frame, options.dark);
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    gl.disable(gl.CULL_FACE);
    // lines and cone: clear where they are seen, faint where bodies hide them
    gl.depthFunc(gl.GREATER);
    this.lines.draw(frame, 0.4);
    gl.depthFunc(gl.LESS);
    this.lines.draw(frame);
    gl.disable(gl.DEPTH_TEST);
    this.sheets.draw(frame);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    gl.enable(gl.CULL_FACE);
    gl.disable(gl.BLEND);
  }

  /** A line round the silhouette of a body, also where others hide it. */
  drawOutline({ project, theme, width, height }, body) {
    const { gl, scene } = this;
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
    const wide = 2 * this.ratio;
    for (let k = 0; k < 8; k++) {
      const angle = (k * Math.PI) / 4;
      gl.uniform2f(u.uOffset, (2 * wide * Math.cos(angle)) / width, (2 * wide * Math.sin(angle)) / height);
      scene.draw("triangles", body);
    }
    gl.disable(gl.STENCIL_TEST);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
  }

  drawLabels(frame) {
    const { labels, options, camera, scene, grid, page } = this;
    const { theme } = frame;
    labels.begin(this.ratio, theme.text, theme.halo);
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
      const order = page.bodies.map((_, k) => k).filter((k) => k !== selection?.index && page.bodies[k].parts?.[0]?.shape !== "halfspace");
      for (const k of order.slice(0, MOST_NAMES)) write(k);
    }
    labels.draw(frame);
  }
}
