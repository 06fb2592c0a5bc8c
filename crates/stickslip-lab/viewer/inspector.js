// What is selected, in words and numbers, at the time of the cursor.

import { rim } from "stickslip/cone";
import { element, iconButton } from "stickslip/dom";
import { rounded } from "stickslip/energies";
import { number, numbers, quantity } from "stickslip/format";
import { add, cross, dot, rotate } from "stickslip/math";
import { contactName } from "stickslip/names";
import { sideOf } from "stickslip/side";
import { firstNotBefore } from "stickslip/span";

const MOST_CONTACTS = 12;

export class Inspector {
  /** `actions`: select(selection), follow(body or null), plot(body). */
  constructor(box, app, actions) {
    this.box = box;
    this.app = app;
    this.actions = actions;
    this.pose = new Float64Array(7);
    this.speed = new Float64Array(6);
    this.selection = null;
  }

  select(selection) {
    this.selection = selection;
    this.box.hidden = !selection;
    this.rows = new Map();
    if (!selection) return;
    const { page } = this.app;
    const known = page.bodies[selection.index];
    const name = selection.kind === "body" ? known?.name : contactName(page, selection.index);
    const head = element("header", {}, element("h2", { "aria-live": "polite" }, element("small", {}, selection.kind), " ", name ?? `number ${selection.index}`),
      iconButton("close", "Select nothing (Esc)", () => this.actions.select(null)));
    this.table = element("dl");
    this.links = element("div", { class: "links" });
    this.box.replaceChildren(head, this.table, this.links);
    this.linked = "";
    this.forces = [];
    if (selection.kind === "body") this.bodyButtons(selection.index, known);
    this.update();
  }

  bodyButtons(index, body) {
    if (body?.track === null || body?.track === undefined) return;
    const follow = element("button", { type: "button", class: "small", onclick: () => this.actions.follow(index) }, "Follow");
    const plot = element("button", { type: "button", class: "small", onclick: () => this.actions.plot(index) }, "Plot");
    this.box.insertBefore(element("div", { class: "actions" }, follow, plot), this.links);
  }

  /** Writes a row; the element is made once and then only its text changes. */
  row(name, text, tone = "") {
    let row = this.rows.get(name);
    if (!row) {
      row = element("dd");
      this.table.append(element("dt", {}, name), row);
      this.rows.set(name, row);
    }
    if (row.textContent !== text) row.textContent = text;
    if (row.className !== tone) row.className = tone;
  }

  update() {
    if (!this.selection || this.box.hidden) return;
    const { recording, clock } = this.app;
    const place = recording.at(clock.t);
    if (this.selection.kind === "body") this.showBody(place);
    else this.showContact(place);
  }

  showBody(place) {
    const { page, recording } = this.app;
    const body = page.bodies[this.selection.index];
    if (!body) return;
    const moves = body.track !== null && body.track !== undefined;
    const pose = moves ? recording.pose(body.track, place, this.pose) : body.pose;
    if (body.mass !== null && body.mass !== undefined) this.row("Mass", quantity(body.mass, "kg"));
    this.row("Position", `${vector(pose, 0)}\u00a0m`);
    this.row("Rotation", turnText(pose));
    if (!moves) {
      this.row("Motion", body.still ? "stands still" : "none recorded");
    } else if (recording.velocity(body.track, place.index, this.speed)) {
      const v = this.speed;
      const speed = Math.hypot(v[0], v[1], v[2]);
      this.row("Velocity", `${vector(v, 0)}\u00a0m/s`);
      this.row("Speed", quantity(speed, "m/s"));
      this.row("Turning", `${vector(v, 3)}\u00a0rad/s`);
      if (body.mass) this.row("Kinetic energy", energyText(body, pose, v, this.app.rounding ?? 0));
    }
    this.showContactsAt(place.index);
  }

  /** The contacts at the selected body, as buttons. */
  showContactsAt(frame) {
    const { page, recording } = this.app;
    const touches = recording.touches(frame);
    const here = [];
    for (let i = 0; i < touches.count; i++) {
      const contact = page.contacts?.[touches.contact[i]];
      if (contact?.bodies?.includes(this.selection.index)) here.push(i);
    }
    this.row("Contacts", here.length > 0 ? String(here.length) : "none");
    // a force acts on the second body, its opposite on the first
    const sum = [0, 0, 0];
    let sizes = 0;
    for (const i of here) {
      sizes += Math.hypot(touches.force[3 * i], touches.force[3 * i + 1], touches.force[3 * i + 2]);
      const side = page.contacts[touches.contact[i]].bodies[1] === this.selection.index ? 1 : -1;
      for (let j = 0; j < 3; j++) sum[j] += side * touches.force[3 * i + j];
    }
    // what rounding may leave of a sum is nothing
    const least = sizes * (recording.columns.get("touch.force")?.powers ? 2 ** -12 : 1e-6);
    this.row("Force of contacts", here.length > 0 ? `${vector(sum.map((x) => (Math.abs(x) < least ? 0 : x)), 0)}\u00a0N` : "none");
    const linked = here.slice(0, MOST_CONTACTS).map((i) => `${touches.contact[i]}:${touches.mode[i]}`).join();
    if (linked !== this.linked) {
      this.linked = linked;
      this.forces = [];
      this.links.replaceChildren(...here.slice(0, MOST_CONTACTS).map((i) => {
        const index = touches.contact[i];
        const mode = page.modes?.[touches.mode[i]] ?? "";
        const force = element("span", { class: "count" });
        this.forces.push(force);
        return element("button", { type: "button", class: `chip mode-${mode}`, onclick: () => this.actions.select({ kind: "contact", index }) }, contactName(page, index), force);
      }));
    }
    here.slice(0, MOST_CONTACTS).forEach((i, at) => {
      const text = quantity(Math.hypot(...touches.force.subarray(3 * i, 3 * i + 3)), "N", 3);
      if (this.forces[at].textContent !== text) this.forces[at].textContent = text;
    });
  }

  showContact(place) {
    const { page, recording } = this.app;
    const { index } = this.selection;
    const contact = page.contacts?.[index];
    if (contact) this.row("Bodies", bodyNames(page, contact));
    const touches = recording.touches(place.index);
    const at = touches.contact.indexOf(index);
    if (at < 0) {
      for (const [name, row] of this.rows) if (name !== "Bodies") row.textContent = "–";
      this.row("Mode", "not in contact now");
      return;
    }
    const [force, normal, slip] = [touches.force, touches.normal, touches.slip].map((all) => all.subarray(3 * at, 3 * at + 3));
    const along = dot(force, normal);
    const across = Math.hypot(force[0] - along * normal[0], force[1] - along * normal[1], force[2] - along * normal[2]);
    const mode = page.modes?.[touches.mode[at]] ?? "unknown";
    this.row("Mode", mode, `mode mode-${mode}`);
    this.row("Arrow", contact ? `force on ${bodyName(page, contact.bodies[sideOf(page, touches, at) > 0 ? 1 : 0])}` : "–");
    this.row("Normal force", quantity(along, "N"));
    this.row("Friction force", quantity(across, "N"));
    this.row("Friction limit", limitText(contact?.friction, touches, at, force, along, across));
    this.row("Slip velocity", quantity(Math.hypot(...slip), "m/s"));
    this.row("Gap", quantity(touches.gap[at], "m"));
    this.row("Place", `${vector(touches.point, 3 * at)}\u00a0m`);
    const residual = stepValue(recording, "residual", recording.time(place.index));
    if (residual !== null) this.row("Residual of the step", Number.isNaN(residual) ? "not kept here" : number(residual, 3));
  }
}

/** All of the kinetic energy (J), or what is known of it; 0 below `least`. */
function energyText({ mass, inertia, centre }, pose, speed, least) {
  const arm = centre ? rotate(pose, centre, 3) : [0, 0, 0];
  const turning = [speed[3], speed[4], speed[5]];
  // velocities are those of the frame's origin
  const v = add(speed, cross(turning, arm));
  const moving = 0.5 * mass * dot(v, v);
  if (!inertia) return quantity(rounded(moving, least), "J") + (dot(turning, turning) > 0 ? " of its centre, without turning" : "");
  const [x, y, z] = rotate([pose[3], -pose[4], -pose[5], -pose[6]], turning);
  const [xx, yy, zz, xy, xz, yz] = inertia;
  const turned = 0.5 * (xx * x * x + yy * y * y + zz * z * z) + xy * x * y + xz * x * z + yz * y * z;
  return quantity(rounded(moving + turned, least), "J");
}

function bodyNames(page, contact) {
  return contact.bodies.map((body) => bodyName(page, body)).join(" – ");
}

function bodyName(page, body) {
  return body === null ? "ground" : page.bodies[body]?.name ?? "?";
}

/** How much of what friction can bear is used. */
function limitText(friction, touches, at, force, along, across) {
  if (!friction) return "not known here";
  if (friction.set === "none") return "no friction";
  const [mu, second] = friction.mu ?? [];
  if (friction.set === "other" || !(mu >= 0)) return "its law is not a cone";
  // friction in a plane has one direction only
  const other = friction.set === "planar" ? mu : second ?? mu;
  if (!(along > 0)) return "no normal force";
  if (!(mu > 0 || other > 0)) return "μ = 0";
  let used = across / (mu * along);
  // a pyramid is used up at its facets, which the cone in the picture shows too
  const corners = friction.corners ?? (friction.set === "polygon" ? rim(friction) : null);
  if (corners || other !== mu && mu > 0 && other > 0) {
    const tangent = touches.tangent.subarray(3 * at, 3 * at + 3);
    const normal = touches.normal.subarray(3 * at, 3 * at + 3);
    const [t, o] = [dot(force, tangent) / along, dot(force, cross(normal, tangent)) / along];
    used = corners ? gauge(corners, t, o) : Math.hypot(t / mu, o / other);
  }
  const name = other === mu ? `μ = ${number(mu, 3)}` : `μ = ${number(mu, 3)}, ${number(other, 3)}`;
  const torsion = friction.torsion > 0 ? `, about the normal ${number(friction.torsion, 3)} m` : "";
  return `${(100 * used).toFixed(1)} % used (${`${name}${torsion}`.replaceAll(" ", "\u00a0")})`;
}

/** By how much a convex polygon around 0 must be scaled to reach a point. */
export function gauge(corners, t, o) {
  let most = 0;
  for (let i = 0; i < corners.length; i++) {
    const [a, b] = [corners[i], corners[(i + 1) % corners.length]];
    const [nt, no] = [b[1] - a[1], a[0] - b[0]];
    const reach = nt * a[0] + no * a[1];
    if (reach > 0) most = Math.max(most, (nt * t + no * o) / reach);
  }
  return most;
}

/** The value of a column in the step that ends at a time; NaN where that step is not kept, as in very long runs. */
function stepValue(recording, name, t) {
  const series = recording.series(name);
  if (!series || series.t.length === 0) return null;
  const near = 1e-9 * Math.max(1, Math.abs(t));
  const at = firstNotBefore(series.t, t - near);
  return at < series.t.length && series.t[at] <= t + near ? series.y[at] : NaN;
}

function vector(values, from) {
  return numbers([0, 1, 2].map((j) => (Math.abs(values[from + j]) < 1e-12 ? 0 : values[from + j]))).join(", ");
}

/** A quaternion as an angle about an axis, which people can imagine. */
function turnText(pose) {
  const [w, x, y, z] = [pose[3], pose[4], pose[5], pose[6]];
  const length = Math.hypot(x, y, z);
  if (length < 1e-9) return "0°";
  const angle = (2 * Math.atan2(length, Math.abs(w)) * 180) / Math.PI;
  const sign = w < 0 ? -1 : 1;
  return `${angle.toFixed(1)}° about ${[x, y, z].map((c) => ((sign * c) / length).toFixed(2).replace("-", "−")).join(", ")}`;
}
