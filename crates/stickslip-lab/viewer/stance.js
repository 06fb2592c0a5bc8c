// Where the camera stands: at first so that everything is in the picture, then wherever it is moved to. A camera that nobody has
// moved is fitted again when the canvas or a live run changes; one that follows a body goes with it.

import { addBody } from "stickslip/bounds";
import { add, length, sub } from "stickslip/math";
import { Outline } from "stickslip/outline";

const DEGREE = Math.PI / 180;
const MARGIN = 1.14; // of the first picture
const CLOSE = 1.4; // of a picture from close by, which leaves room for what is around
const ROOM = 0.1; // sizes of the scene by which a live picture grows beyond what it must show
const FAR = 20; // first sizes of a live run up to which bodies are kept in the picture

export class Stance {
  constructor(camera, bounds) {
    this.camera = camera;
    this.bounds = bounds;
    this.fitted = "";
    this.followed = null;
    const { least, most, radius, middle, frame } = bounds;
    this.first = { least: [...least], most: [...most], radius, middle, frame: frame.copy() };
  }

  /** The first place: from the front for what happens in a plane, else from the given side, three-quarter from above. */
  begin([azimuth, elevation]) {
    if (this.bounds.planar) this.look(-90 * DEGREE, 7 * DEGREE);
    else this.look(azimuth, elevation);
    this.fit();
  }

  look(azimuth, elevation) {
    this.camera.azimuth = azimuth;
    this.camera.elevation = elevation;
  }

  fit() {
    this.camera.fit(this.bounds.frame.points, MARGIN);
    this.fitted = this.text();
  }

  /** Comes as near as what moves, where it is now, and the given points allow. */
  near(scene, points = []) {
    const { bounds } = this;
    const now = new Outline();
    for (const index of bounds.held?.held ?? bounds.moving) addBody(now, bounds.forms[index], scene.pose(index), bounds.clip);
    for (const point of points) now.add(point);
    if (now.empty) return;
    // close by is never farther away than what shows everything
    const { camera } = this;
    camera.fit(bounds.frame.points, MARGIN);
    const { target, distance } = camera;
    for (const margin of [CLOSE, MARGIN]) {
      camera.fit(now.points, margin);
      if (camera.distance <= distance) return;
    }
    Object.assign(camera, { target, distance });
  }

  /** A live run that begins again begins in its first picture. */
  restart() {
    const { untouched } = this;
    const { least, most, radius, middle, frame } = this.first;
    Object.assign(this.bounds, { least: [...least], most: [...most], radius, middle, frame: frame.copy() });
    if (untouched) this.fit();
  }

  /** Whether nobody has moved the camera since it was fitted. */
  get untouched() {
    return this.fitted === this.text();
  }

  text() {
    const { target, azimuth, elevation, distance } = this.camera;
    return [...target, azimuth, elevation, distance].join();
  }

  /** A view that takes the place of another, as after a reset of a live run, looks from where that did. */
  adopt({ target, azimuth, elevation, distance }) {
    Object.assign(this.camera, { target: [...target], azimuth, elevation, distance });
  }

  /** A live run goes where nobody knew: its outline grows with it, and a camera that nobody has moved steps back. */
  widen(scene) {
    const { bounds } = this;
    const room = ROOM * bounds.radius;
    this.farthest ??= FAR * bounds.radius;
    let grown = false;
    for (const index of bounds.moving) {
      const pose = scene.pose(index);
      // what falls for ever is let go
      if (!(length(sub(pose, bounds.middle)) <= this.farthest)) continue;
      const form = bounds.forms[index];
      if (!addBody(bounds.frame, form, pose, bounds.clip)) continue;
      // some room, or the camera would move with every picture
      addBody(bounds.frame, form.map(([x, y, z, radius]) => [x, y, z, radius + room]), pose, bounds.clip);
      grown = true;
    }
    if (!grown) return;
    const { least, most } = bounds.frame.box();
    for (let i = 0; i < 3; i++) {
      bounds.least[i] = Math.min(bounds.least[i], least[i]);
      bounds.most[i] = Math.max(bounds.most[i], most[i]);
    }
    bounds.radius = 0.5 * length(sub(bounds.most, bounds.least));
    bounds.middle = bounds.most.map((x, i) => 0.5 * (x + bounds.least[i]));
    if (this.untouched) this.fit();
  }

  /** Moves the target with the followed body; it begins in the middle of the picture. */
  follow(body, scene) {
    if (body === null || body === undefined || !scene.bodies[body]) {
      this.followed = null;
      return;
    }
    const here = scene.pose(body).slice(0, 3);
    const { camera } = this;
    camera.target = this.followed?.body === body ? add(camera.target, sub(here, this.followed.at)) : here;
    this.followed = { body, at: here };
  }
}
