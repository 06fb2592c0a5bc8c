// Colours of series, which SVG figures take from here (src/palette.rs), and those of modes as the 3D view has them.

import { MODE_COLOURS, VIEW_COLOURS } from "stickslip/colours";

/** Colours of series in order, on a light and on a dark background. */
export const SERIES = {
  light: ["#2563eb", "#c2410c", "#047857", "#7c3aed", "#be185d", "#0e7490", "#a16207", "#475569"],
  dark: ["#60a5fa", "#fb923c", "#34d399", "#a78bfa", "#f472b6", "#22d3ee", "#facc15", "#a3b1c6"],
};

/** Two more, for terms that stand beside all of these. */
const FURTHER = { light: ["#4d7c0f", "#7c4a21"], dark: ["#a3e635", "#d6a77a"] };

/** Terms of the energy books, each with one colour on all pages; some have two names. */
const TERMS = [
  ["kinetic"], ["potential"], ["friction"], ["impacts", "impacts_and_push-out"], ["moving_surfaces"], ["applied_forces"], ["joints"], ["numerical"],
  ["projection"], ["imbalance"],
];

/** Colour of a term of the energy books by its column; undefined for one that is not known. */
export function energyColour(column, dark) {
  const theme = dark ? "dark" : "light";
  const term = TERMS.findIndex((names) => names.some((name) => column === `energy.${name}`));
  return [...SERIES[theme], ...FURTHER[theme]][term];
}

/** Colour of the series of a place, repeating. */
export function seriesColour(place, dark) {
  const colours = SERIES[dark ? "dark" : "light"];
  return colours[place % colours.length];
}

/** Colour of a mode by its name; grey for one that is not known. */
export function modeColour(name, dark) {
  const colours = MODE_COLOURS[dark ? "dark" : "light"];
  return colours[name] ?? colours.separating;
}

/** Gives the style sheet the colours of modes, of the kinds of events that go with them, and of marks. */
export function publishColours(root, dark) {
  const kinds = { impact: "impact", stick: "sticking", slip: "sliding", break: "separating" };
  for (const mode of Object.keys(MODE_COLOURS.light)) root.style.setProperty(`--mode-${mode}`, modeColour(mode, dark));
  for (const [kind, mode] of Object.entries(kinds)) root.style.setProperty(`--kind-${kind}`, modeColour(mode, dark));
  for (const mark of ["slip", "normal", "trail"]) root.style.setProperty(`--view-${mark}`, VIEW_COLOURS[dark ? "dark" : "light"][mark]);
  root.style.setProperty("--kind-touch", seriesColour(2, dark));
  root.style.setProperty("--kind-warning", seriesColour(6, dark));
}
