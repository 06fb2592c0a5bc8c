// The friction cone of the selected contact: its tip at the contact point, cut at the height of the normal force, so that the
// tip of the force arrow lies on the cut, inside the cone or on its rim. The cone of a weak force is larger, with a line for the force.

import { add, cross, scale, unit } from "stickslip/math";

const SEEN = 1e-6; // of the longest arrow

/** Directions of the rim in units of the normal force: [t, o] pairs, closed unless planar. */
export function rim(friction) {
  const [first = 0, second = first] = friction.mu ?? [];
  const round = (count, a, b) => Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    return [a * Math.cos(angle), b * Math.sin(angle)];
  });
  if (friction.corners?.length > 2) return friction.corners;
  switch (friction.set) {
    case "none": return [];
    case "planar": return [[-first, 0], [first, 0]];
    case "polygon": return round(Math.max(3, friction.directions || 8), first, second);
    default: return round(64, first, second);
  }
}

/** Adds the cone of row `k` of the touches to sheets and lines. */
export function addCone({ touches, k, friction, side, scaleOf, height, colour, ink, sheets, lines }) {
  const take = (array) => [array[3 * k], array[3 * k + 1], array[3 * k + 2]];
  const point = take(touches.point), n = unit(take(touches.normal)), t = unit(take(touches.tangent), [1, 0, 0]);
  const o = cross(n, t);
  const force = take(touches.force);
  const size = Math.hypot(...force);
  const pushing = force[0] * n[0] + force[1] * n[1] + force[2] * n[2];
  // a contact without force still shows what it could bear
  const high = pushing > 0 ? pushing * scaleOf(size) : 0;
  const weak = !(high > 0.05 * height);
  const shown = weak ? 0.5 * height : high;
  const at = (a, b) => add(point, scale(add(n, add(scale(t, a), scale(o, b))), side * shown));
  const corners = rim(friction).map(([a, b]) => at(a, b));
  const top = at(0, 0);
  lines.add(point, top, 1.4, ink, 150);
  // a force too weak for its arrow to be seen is drawn as much larger as its cone; what rounding leaves is none
  if (weak && high > SEEN * height) lines.add(point, add(point, scale(force, (side * shown) / pushing)), 5, colour);
  if (corners.length === 0) return;
  const closed = friction.set !== "planar";
  const count = corners.length;
  const few = count <= 16;
  for (let i = 0; i < (closed ? count : 1); i++) {
    const a = corners[i], b = corners[(i + 1) % count];
    sheets.add(point, a, b, colour, 0.16);
    if (closed) sheets.add(top, a, b, colour, 0.2);
    lines.add(a, b, 1.8, ink, 230);
    if (few || i % 16 === 0) lines.add(point, a, 1.4, ink, few ? 200 : 110);
  }
  if (!closed) lines.add(point, corners[1], 1.8, ink, 200);
}
