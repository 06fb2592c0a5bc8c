// The buttons over the picture: fit, directions to look from, what is drawn; and the key of the colours.

import { element, icon, iconButton } from "stickslip/dom";

/** What can be drawn or left out: option, name, key. */
export const SWITCHES = [
  ["contacts", "Contact points", "c"], ["forces", "Forces", "a"], ["normals", "Normals", "n"], ["slip", "Slip velocity", "s"],
  ["joints", "Joints", "j"], ["names", "Names", "b"], ["trails", "Trails", "t"], ["wireframe", "Wireframe", "w"],
  ["transparent", "Transparent", "x"], ["grid", "Grid", "g"], ["shadows", "Shadows", "h"],
];

const QUARTER = Math.PI / 2;

/** Directions to look from: name, azimuth, elevation (rad), for the keys 1 to 4. */
export const VIEWS = [
  ["Front", -QUARTER, 0], ["Side", 0, 0], ["Top", -QUARTER, QUARTER], ["Corner", -0.9, 0.45],
];

const MOST_FOLLOWED = 500;
const MANY = 1000; // contacts from which on a picture shows few of them by itself

export class Toolbar {
  constructor(box, app, redraw) {
    this.app = app;
    this.redraw = redraw;
    this.boxes = new Map();
    const menu = element("details", { class: "menu" }, element("summary", { class: "icon-button", title: "What is drawn", "aria-label": "What is drawn" }, icon("eye")), this.panel());
    const views = element("details", { class: "menu" }, element("summary", { class: "icon-button", title: "Look from (1–4)", "aria-label": "Look from" }, icon("camera")),
      element("div", { class: "sheet narrow" }, ...VIEWS.map(([name, azimuth, elevation], at) =>
        element("button", { type: "button", class: "line", onclick: () => this.look(azimuth, elevation) }, name, element("kbd", {}, String(at + 1)))),
        element("button", { type: "button", class: "line", onclick: () => this.near() }, "Close by", element("kbd", {}, "z"))));
    box.append(iconButton("fit", "Fit everything into the view (f)", () => this.fit()), views, menu);
    for (const one of [menu, views]) {
      one.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !one.open) return;
        one.open = false;
        one.querySelector("summary").focus();
        event.stopPropagation();
      });
    }
    // an open sheet closes when something else is pressed
    document.addEventListener("pointerdown", (event) => {
      for (const open of [menu, views]) if (open.open && !open.contains(event.target)) open.open = false;
    });
  }

  panel() {
    const { options } = this.app;
    const sheet = element("div", { class: "sheet" });
    for (const [option, name, key] of SWITCHES) {
      const input = element("input", { type: "checkbox", checked: options[option], onchange: () => this.set(option, input.checked) });
      this.boxes.set(option, input);
      sheet.append(element("label", { class: "line" }, input, element("span", {}, name), element("kbd", {}, key)));
    }
    const size = element("input", { type: "range", min: "-1", max: "1", step: "0.05", value: "0", "aria-valuetext": "1 times",
      oninput: () => {
        options.forceScale = 10 ** Number(size.value);
        size.setAttribute("aria-valuetext", `${options.forceScale.toFixed(2)} times`);
        this.redraw();
      } });
    sheet.append(element("label", { class: "line" }, element("span", {}, "Length of forces"), size));
    this.follow = element("select", { onchange: () => this.setFollow(this.follow.value === "" ? null : Number(this.follow.value)) });
    this.fillFollow();
    sheet.append(element("label", { class: "line" }, element("span", {}, "Follow"), this.follow));
    return sheet;
  }

  /** Lists the bodies that can be followed; again where they are others. */
  fillFollow() {
    const { options, page } = this.app;
    const moves = ({ track }) => track !== null && track !== undefined;
    const followed = this.follow.selectedOptions[0]?.textContent;
    const list = page.bodies.map((body, index) => ({ ...body, index })).filter(moves).slice(0, MOST_FOLLOWED);
    this.follow.replaceChildren(element("option", { value: "" }, "nothing"), ...list.map(({ name, index }) => element("option", { value: String(index) }, name)));
    if (options.follow === null) return;
    // a body that is not there any longer cannot be followed
    const found = page.bodies.findIndex((body) => moves(body) && body.name === followed);
    this.setFollow(found >= 0 ? found : null);
  }

  setFollow(index) {
    this.app.options.follow = index;
    this.follow.value = index === null ? "" : String(index);
    this.redraw();
  }

  set(option, on) {
    this.app.options[option] = on;
    this.boxes.get(option).checked = on;
    this.redraw();
  }

  toggle(option) {
    this.set(option, !this.app.options[option]);
  }

  look(azimuth, elevation) {
    this.app.view?.look(azimuth, elevation);
    this.redraw();
  }

  fit() {
    this.app.view?.fit();
    this.redraw();
  }

  near() {
    const { view, recording, clock } = this.app;
    // the picture of this time may not be drawn yet
    view?.near(recording.at(clock.t));
    this.redraw();
  }
}

/** Colours beside those of the modes: option that draws them, name in the 3D view, words. */
const MARKS = [["slip", "slip", "slip velocity"], ["normals", "normal", "normal"], ["trails", "trail", "way so far"]];

/** The key of the colours of what is drawn; the answer brings it up to date with the options. */
export function legend(box, { page, options }) {
  const touches = page.contacts?.length > 0 || page.kind === "live";
  const list = element("ul", { "aria-label": "Colours" });
  box.append(list);
  const update = () => {
    const modes = (touches ? page.modes ?? [] : []).map((mode) => element("li", {}, element("span", { class: `swatch mode-${mode}` }), mode));
    const marks = MARKS.filter(([option]) => options[option] && (touches || option === "trails"))
      .map(([, name, words]) => element("li", {}, element("span", { class: "swatch", style: `background: var(--view-${name})` }), words));
    // in a pile the bodies hide the forces between them
    const inside = page.contacts?.length > MANY && options.forces && !options.transparent ? [element("li", { class: "hint" }, element("kbd", {}, "x"), "forces inside")] : [];
    list.replaceChildren(...modes, ...marks, ...inside);
    box.hidden = list.children.length === 0;
  };
  update();
  return update;
}
