// The colours of the 3D view. Those of the modes are chosen so that people who see few colours can tell them apart,
// on the dark and on the light background; the legend of the page shows the same. src/report/contrast.rs measures them.

/** Colours of the modes of a contact, by name, for each background. */
export const MODE_COLOURS = {
  light: { separating: "#7e8488", sticking: "#4079ce", sliding: "#d06000", impact: "#94007d" },
  dark: { separating: "#7d8086", sticking: "#49a8ff", sliding: "#fea52a", impact: "#c43ab3" },
};

/** Colours of what else is drawn, by name, for each background. */
export const VIEW_COLOURS = {
  light: {
    background: "#f3f5f8", ground: "#e3e7ec", line: "#8d97a5", still: "#b4bac3", slip: "#0a6648",
    normal: "#5b6470", joint: "#3d4753", trail: "#4c6a92", pull: "#c2185b", outline: "#111827", text: "#1f2937", halo: "#ffffff",
  },
  dark: {
    background: "#12151a", ground: "#1d2229", line: "#5d6876", still: "#5f6874", slip: "#38dfb8",
    normal: "#aab4c0", joint: "#cfd6df", trail: "#8fb4e6", pull: "#ff7aa8", outline: "#ffffff", text: "#e5e9ef", halo: "#0b0d10",
  },
};

/** Colours of bodies that name none: calm, so that arrows stand out in front of them. */
const PALETTE = ["#7f9fc2", "#d8b98c", "#93b391", "#c99482", "#a398bf", "#79b0ad", "#c795a7", "#b7b27c"];

/** "#rrggbb" as three bytes. */
export function bytes(hex) {
  const number = parseInt(hex.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** "#rrggbb" as linear light in [0, 1]. */
export const linear = (hex) => bytes(hex).map((c) => (c / 255) ** 2.2);

/** "#rrggbb" as numbers in [0, 1] for shaders that write colours as they are. */
export const plain = (hex) => bytes(hex).map((c) => c / 255);

/** The colour of a body as three bytes; null for a still body without one, whose colour depends on the background. */
export function bodyColour(body, index) {
  if (body.colour) {
    return body.colour.map((c) => Math.round(255 * Math.min(1, Math.max(0, c)) ** (1 / 2.2)));
  }
  return body.still ? null : bytes(PALETTE[index % PALETTE.length]);
}
