// The 3D view: draws one picture of a recording at a place of its time. It knows nothing of buttons.

import { boundsOf, makeRoom } from "stickslip/bounds";
import { Camera } from "stickslip/camera";
import { VIEW_COLOURS, MODE_COLOURS, bytes, plain } from "stickslip/colours";
import { addCone } from "stickslip/cone";
import { Watch, openContext, ownerOf } from "stickslip/context";
import { Gestures } from "stickslip/gestures";
import { Grid } from "stickslip/grid";
import { Joints } from "stickslip/joints";
import { Labels } from "stickslip/labels";
import { Light } from "stickslip/light";
import { LineTools, Lines, Sheets } from "stickslip/lines";
import { Marks } from "stickslip/marks";
import { add, sub } from "stickslip/math";
import { Meshes } from "stickslip/meshes";
import { outlook } from "stickslip/outlook";
import { Pace } from "stickslip/pace";
import { drawBodies, drawLabels, drawMarks, drawOutline } from "stickslip/passes";
import { Picker, planeUnder } from "stickslip/picking";
import { Scene } from "stickslip/scene";
import { sideOf } from "stickslip/side";
import { Solids } from "stickslip/solids";
import { Stance } from "stickslip/stance";
import { Trails } from "stickslip/trails";
import { CutAway } from "stickslip/walls";

export { MODE_COLOURS, VIEW_COLOURS };

const DEFAULTS = {
  contacts: true, forces: true, normals: false, slip: true, joints: true, names: false, wireframe: false, transparent: false,
  trails: false, grid: true, shadows: true, follow: null, selection: null, pull: null, dark: false, forceScale: 1, quick: false,
};
const TIP_LOOKS = 40; // moments at which the ends of arrows are looked at
const MOST_TIPS = 400; // contacts up to which they are
const NO_TOUCHES = { count: 0, contact: [], mode: [], point: [], normal: [], tangent: [], force: [], slip: [], gap: [] };

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
    this.gl = openContext(canvas, parts <= 3000);
    this.onchange = null;
    this.onpick = null;
    this.ondrag = null;
    this.pulls = false;
    this.options = { ...DEFAULTS };
    this.place = { index: 0, fraction: 0 };
    this.camera = new Camera(page.up ?? [0, 0, 1]);
    this.meshes = new Meshes(page, recording);
    this.bounds = boundsOf(page, recording, (k) => this.meshes.data(k).box, this.camera.level);
    this.build(parts);
    makeRoom(this.bounds, this.tips());
    this.stance = new Stance(this.camera, this.bounds);
    this.resize();
    this.stance.begin(outlook({ bodies: page.bodies ?? [], bounds: this.bounds, recording, camera: this.camera }));
    if (before && !before.stance.untouched) this.stance.adopt(before.camera);
    this.gestures = new Gestures(canvas, this);
    this.watch = new Watch(canvas, {
      restored: () => {
        this.build(parts);
        this.moved();
      },
      resized: () => {
        if (this.resize()) this.moved();
      },
    });
    views.set(canvas, this);
  }

  /** Everything that lives on the graphics card; made again when the card was lost. */
  build(parts) {
    const { gl, page, recording, bounds, camera } = this;
    this.owned = ownerOf(gl);
    this.scene = new Scene(gl, page, (k) => this.meshes.data(k));
    this.cutAway = bounds.held ? new CutAway(bounds.held, bounds.clip) : null;
    this.light = new Light(gl, camera);
    this.grid = new Grid(gl, page, bounds, camera);
    this.solids = new Solids(gl, camera.origin);
    this.tools = new LineTools(gl, camera.origin);
    this.lines = new Lines(gl, this.tools);
    this.sheets = new Sheets(gl, camera.origin);
    this.marks = new Marks(gl, page, recording, bounds, camera.origin);
    this.joints = new Joints(page, bounds);
    this.trails = new Trails(gl, page, recording, this.tools, bounds.moving);
    this.labels = new Labels(gl);
    this.picker = new Picker(gl);
    this.pace = new Pace(gl, parts);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthFunc(gl.LESS);
  }

  /** Lets go of the canvas and of everything on the graphics card. */
  dispose() {
    this.owned.free();
    this.gestures.stop();
    this.watch.stop();
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
    if (shape && this.stance.untouched) this.fit();
    return changed;
  }

  look(azimuth, elevation) {
    this.stance.look(azimuth, elevation);
  }

  fit() {
    this.stance.fit();
  }

  /** Comes near to what moves and the forces on it, as they are at a place of the time; that of the last picture if none is given. */
  near(place = this.place) {
    this.place = place;
    this.setPoses();
    const touches = this.touches();
    const many = touches.count > MOST_TIPS;
    this.stance.near(this.scene, many ? [] : Array.from({ length: touches.count }, (_, k) => this.tip(touches, k)));
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
    const s = sideOf(this.page, touches, k) * this.marks.perNewton(Math.hypot(...force), this.options.forceScale);
    return add(at(touches.point), force.map((x) => s * x));
  }

  /** Ends of arrows over the whole recording, so that the first picture has room for them; none where there are very many. */
  tips() {
    const { recording, bounds } = this;
    if (bounds.held || recording.live) return [];
    const found = [];
    for (let look = 0; look < TIP_LOOKS && recording.frames > 0; look++) {
      const touches = recording.touches(Math.round((look * (recording.frames - 1)) / (TIP_LOOKS - 1)));
      if (touches.count > MOST_TIPS) return [];
      for (let k = 0; k < touches.count; k++) found.push({ from: Array.from(touches.point.slice(3 * k, 3 * k + 3)), to: this.tip(touches, k) });
    }
    return found;
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
    pace.begin(this.options.quick);
    this.resize();
    this.setPoses();
    if (this.page.kind === "live") this.stance.widen(scene);
    this.stance.follow(this.options.follow, scene);
    // a wireframe needs room between its lines
    scene.level = pace.settings.detail - (this.options.wireframe ? 2 : 0);
    if (camera.settle()) this.trails.forget();
    scene.sendPoses(camera.origin);
    // walls between the eye and what they hold are cut away
    if (this.cutAway) {
      scene.cutAway(this.cutAway.look(scene, camera.eye));
      scene.plane.set(this.cutAway.plane(scene, camera));
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
    if (!this.options.transparent) drawBodies(this, frame);
    this.grid.draw(frame, scene, light, camera, this.options, shadow);
    drawMarks(this, frame);
    if (this.options.transparent) drawBodies(this, frame);
    if (this.options.selection?.kind === "body") drawOutline(this, frame, this.options.selection.index);
    drawLabels(this, frame);
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
      touches, k, friction: this.page.contacts?.[contact]?.friction ?? { set: "none" }, side: sideOf(this.page, touches, k),
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
}
