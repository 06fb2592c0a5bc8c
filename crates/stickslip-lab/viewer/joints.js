// Joints: a rod through a hinge, a rail with a block for a slider, a ball for a ball joint, and a thin line to the bodies that are somewhere.

import { VIEW_COLOURS, bytes } from "stickslip/colours";
import { along, place, rotate, scale } from "stickslip/math";

export class Joints {
  constructor(page, bounds) {
    this.joints = page.joints ?? [];
    // the world and its floors are everywhere: nothing leads to their origin
    this.somewhere = (page.bodies ?? []).map(({ still, parts }) => !still || parts.some(({ shape }) => shape !== "halfspace"));
    // about a third of a body, and small where there are many
    this.size = Math.min(0.06 * bounds.radius, 0.32 * bounds.typical) * (this.joints.length > 60 ? 0.6 : 1);
  }

  collect(scene, dark, solids, lines) {
    const colour = bytes(VIEW_COLOURS[dark ? "dark" : "light"].joint);
    const ground = [0, 0, 0, 1, 0, 0, 0];
    const thread = this.joints.length <= 200;
    for (const joint of this.joints) {
      const poses = [0, 1].map((end) => {
        const body = joint.bodies?.[end];
        return body === null || body === undefined || !scene.bodies[body] ? ground : scene.pose(body);
      });
      const ends = [0, 1].map((end) => place(poses[end], joint.places?.[end] ?? [0, 0, 0]));
      const axes = joint.axis ? [0, 1].map((end) => rotate(poses[end], joint.axis[end], 3)) : [null, null];
      this.one(joint.kind, ends, axes, colour, solids, lines);
      if (!thread) continue;
      for (const end of [0, 1]) {
        if (this.somewhere[joint.bodies?.[end]]) lines.add(ends[end], poses[end], 1.2, colour, 110);
      }
    }
  }

  one(kind, ends, [axis, second], colour, solids, lines) {
    const [a, b] = ends;
    const s = this.size;
    const rod = (middle, direction, half, radius) => {
      const from = along(middle, direction, -half);
      const d = scale(direction, 2 * half);
      solids.rods.add(from[0], from[1], from[2], d[0], d[1], d[2], radius, colour);
    };
    const ball = (p, radius) => solids.balls.add(p[0], p[1], p[2], 0, 0, 0, radius, colour);
    switch (kind) {
      case "revolute":
        if (axis) rod(a, axis, 1.3 * s, 0.16 * s);
        ball(a, 0.3 * s);
        break;
      case "cylindrical":
        if (axis) rod(a, axis, 3 * s, 0.14 * s);
        if (axis) rod(b, axis, 0.6 * s, 0.34 * s);
        break;
      case "prismatic":
        if (axis) rod(a, axis, 3 * s, 0.1 * s);
        if (axis) rod(b, axis, 0.5 * s, 0.36 * s);
        break;
      case "planar":
        if (axis) rod(a, axis, 0.08 * s, 1.2 * s);
        break;
      case "universal":
        if (axis) rod(a, axis, s, 0.14 * s);
        if (second) rod(a, second, s, 0.14 * s);
        ball(a, 0.36 * s);
        break;
      case "distance":
      case "link":
        lines.add(a, b, 3, colour, 255);
        ball(a, 0.24 * s);
        ball(b, 0.24 * s);
        break;
      case "fixed":
        ball(a, 0.22 * s);
        break;
      default:
        ball(a, 0.4 * s);
    }
    // a joint that is not closed shows its error; wheels that turn each other are never in one place
    if (kind !== "gear") lines.add(a, b, 2, colour, 255);
  }
}
