// Terms of the energy books: which columns they are, and below which size they are rounding, as seen beside all energies of the scene.

const ROUNDING = 1e-12; // of the largest energy of a scene

/** The columns that a plot has even where they stay 0. */
const TOLD = ["energy.kinetic", "energy.potential"];

export const isEnergy = (column) => column.startsWith("energy.");
export const isTold = (column) => TOLD.includes(column);

/** Below this an energy (J) is nothing: what rounding leaves of weights times heights, and of what the plots show at their largest. */
export function roundingOf(page, recording) {
  let largest = weightTimesHeight(page);
  for (const plot of page.plots ?? []) {
    for (const { column } of plot.series) {
      if (!isEnergy(column)) continue;
      for (const value of recording?.series(column, plot.time ?? "step_t")?.y ?? []) {
        if (Math.abs(value) > largest && Number.isFinite(value)) largest = Math.abs(value);
      }
    }
  }
  return ROUNDING * largest;
}

/** An energy, or 0 where it is rounding. */
export const rounded = (value, least) => (Math.abs(value) < least ? 0 : value);

/** How large the potential energy is before its zero is chosen (J): plots count it from its least, books round it as a whole. */
function weightTimesHeight({ bodies = [], gravity }) {
  if (!gravity) return 0;
  const free = bodies.filter(({ mass, track }) => mass > 0 && track !== null && track !== undefined);
  const far = free.reduce((most, body) => Math.max(most, reach(body)), 0);
  return Math.hypot(...gravity) * far * free.reduce((sum, { mass }) => sum + mass, 0);
}

/** How far from the origin a body reaches at first (m), about. */
function reach({ pose, parts = [] }) {
  const sizes = parts.map(({ radius = 0, half_length = 0, half = [], pose: at = [] }) =>
    radius + half_length + Math.hypot(0, ...[half].flat()) + Math.hypot(0, ...at.slice(0, 3)));
  return Math.hypot(...pose.slice(0, 3)) + sizes.filter(Number.isFinite).reduce((most, size) => Math.max(most, size), 0);
}
