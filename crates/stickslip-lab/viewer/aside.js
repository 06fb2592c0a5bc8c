// The panel of what is selected stands aside: on the side of the picture where it covers less of it.

import { dot, place, sub } from "stickslip/math";

/** Puts an open panel to the left where it would cover more on the right; it stays where it is as long as it covers nothing. */
export function standAside(panel, view, selection) {
  if (!selection) panel.classList.remove("left");
  const seen = selection && view ? extentOf(view, selection) : null;
  if (!seen) return;
  const before = covered(panel, view, seen);
  if (before === 0) return;
  panel.classList.toggle("left");
  if (covered(panel, view, seen) >= before) panel.classList.toggle("left");
}

/** How much of a box of the picture a panel covers (pixels). */
function covered(panel, view, [left, top, right, bottom]) {
  const [of, picture] = [panel.getBoundingClientRect(), view.canvas.getBoundingClientRect()];
  const wide = Math.min(of.right - picture.left, right) - Math.max(of.left - picture.left, left);
  const high = Math.min(of.bottom - picture.top, bottom) - Math.max(of.top - picture.top, top);
  return Math.max(wide, 0) * Math.max(high, 0);
}

/** The box of the picture in which something is seen: left, top, right, bottom; null where it has no end or is behind the eye. */
function extentOf(view, { kind, index }) {
  const { camera } = view;
  const { back } = camera.axes();
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y, z, radius] of kind === "body" ? ballsOf(view, index) : pointsOf(view, index)) {
    const at = view.project([x, y, z]);
    if (!at) return null;
    const r = radius / (camera.pixel * dot(sub(camera.eye, [x, y, z]), back));
    box[0] = Math.min(box[0], at[0] - r);
    box[1] = Math.min(box[1], at[1] - r);
    box[2] = Math.max(box[2], at[0] + r);
    box[3] = Math.max(box[3], at[1] + r);
  }
  return box[0] <= box[2] ? box : null;
}

function ballsOf(view, body) {
  return (view.bounds.forms[body] ?? []).map(([x, y, z, radius]) => [...place(view.scene.pose(body), [x, y, z]), radius]);
}

function pointsOf(view, contact) {
  const touches = view.touches();
  const k = touches.contact.indexOf(contact);
  return k < 0 ? [] : [[...touches.point.subarray(3 * k, 3 * k + 3), 0], [...view.tip(touches, k), 0]];
}
