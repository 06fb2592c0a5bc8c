// Colours that page, plots and 3D view share with the SVG figures (src/figure/theme.rs).

/** Colours of series in order, on a light and on a dark background. */
export const SERIES = {
  light: ["#2563eb", "#c2410c", "#047857", "#7c3aed", "#be185d", "#0e7490", "#a16207", "#475569"],
  dark: ["#60a5fa", "#fb923c", "#34d399", "#a78bfa", "#f472b6", "#22d3ee", "#facc15", "#a3b1c6"],
};

/** Colours of the modes of a contact. */
export const MODES = {
  light: { separating: "#64748b", sticking: "#047857", sliding: "#c2410c", impact: "#be185d" },
  dark: { separating: "#a3b1c6", sticking: "#34d399", sliding: "#fb923c", impact: "#f472b6" },
};

/** Colour of the series of a place, repeating. */
export function seriesColour(place, dark) {
  const colours = SERIES[dark ? "dark" : "light"];
  return colours[place % colours.length];
}

/** Colour of a mode by its name; grey for one that is not known. */
export function modeColour(name, dark) {
  const colours = MODES[dark ? "dark" : "light"];
  return colours[name] ?? colours.separating;
}
