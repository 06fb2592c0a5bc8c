// Where the camera stands: at first so that everything is in the picture, then wherever it is moved to. A camera that nobody has
// moved is fitted again when the canvas or a live run changes; one that follows a body goes with it.

import { middleAt, roomAt } from "stickslip/extent";
import { add, sub } from "stickslip/math";

const DEGREE = Math.PI / 180;
const MARGIN = 1.2; // of the first picture
const CLOSE = 1.45; // of a picture from close by, which leaves room for what is around
const FAR = 20; // first sizes of a live run up to which bodies are kept in the picture

export class Stance {
  constructor(camera, bounds) {
    this.camera = camera;
    this.bounds = bounds;
    this.fitted = "";
    this.followed = null;
    const { least, most, frame, radius, middle } = bounds;
    this.first = structuredClone({ least, most, frame, radius, middle });
  }

  /** The first place: from the front for what happens in a plane, else three-quarter from above. */
  begin() {
    if (this.bounds.planar) this.look(-90 * DEGREE, 7 * DEGREE);
    else this.look(-62 * DEGREE, 20 * DEGREE);
    this.fit();
  }

  look(azimuth, elevation) {
    this.camera.azimuth = azimuth;
    this.camera.elevation = elevation;
  }

  fit() {
    this.camera.fit(cornersOf(this.bounds.frame), MARGIN);
    this.fitted = this.text();
  }

  /** Comes as near as what moves, where it is now, and the given points allow. */
  near(scene, points = []) {
    const { boxes, moving, held } = this.bounds;
    const seen = held ? held.held : moving;
    const corners = seen.flatMap((k) => {
      const pose = scene.pose(k);
      const at = middleAt(boxes[k], pose), room = roomAt(boxes[k], pose);
      return cornersOf({ least: room.map((x, i) => at[i] - x), most: room.map((x, i) => at[i] + x) });
    });
    if (corners.length > 0) this.camera.fit([...corners, ...points], CLOSE);
  }

  /** A live run that begins again begins in its first box. */
  restart() {
    const { untouched } = this;
    Object.assign(this.bounds, structuredClone(this.first));
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

  /** A live run goes where nobody knew: its box grows with it, and a camera that nobody has moved steps back. */
  widen(scene) {
    const { bounds } = this;
    const room = 0.1 * bounds.radius;
    this.farthest ??= FAR * bounds.radius;
    let grown = false;
    for (const index of bounds.moving) {
      const box = bounds.boxes[index];
      const at = middleAt(box, scene.pose(index));
      for (let i = 0; i < 3; i++) {
        const x = at[i];
        // what falls for ever is let go
        if (Math.abs(x - bounds.middle[i]) > this.farthest) continue;
        const low = x - box.reach, high = x + box.reach;
        bounds.least[i] = Math.min(bounds.least[i], low);
        bounds.most[i] = Math.max(bounds.most[i], high);
        grown = stretch(bounds.frame, i, low, high, room) || grown;
      }
    }
    if (!grown) return;
    bounds.radius = 0.5 * Math.hypot(...sub(bounds.most, bounds.least));
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

/** The corners of a box. */
function cornersOf({ least, most }) {
  return Array.from({ length: 8 }, (_, k) => [0, 1, 2].map((i) => ((k >> i) & 1 ? most[i] : least[i])));
}

/** Makes a box longer, with some room, up to where it is clipped; says whether it is. */
function stretch(box, i, low, high, room) {
  const least = Math.max(low, box.clip?.least[i] ?? -Infinity), most = Math.min(high, box.clip?.most[i] ?? Infinity);
  const longer = least < box.least[i] || most > box.most[i];
  if (least < box.least[i]) box.least[i] = Math.max(least - room, box.clip?.least[i] ?? -Infinity);
  if (most > box.most[i]) box.most[i] = Math.min(most + room, box.clip?.most[i] ?? Infinity);
  return longer;
}
