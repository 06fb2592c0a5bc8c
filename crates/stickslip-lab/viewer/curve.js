// Curves of very many points, brought down to what a screen can show, and their limits.

import { firstNotBefore } from "stickslip/span";

/** Rows that are needed to draw a span: those inside and one on each side. */
export function rowsWithin(times, from, to) {
  return [Math.max(0, firstNotBefore(times, from) - 1), Math.min(times.length, firstNotBefore(times, to) + 1)];
}

/** Least and greatest value of series within a span, `positive` only if the axis is logarithmic. */
export function limits(series, from, to, positive) {
  let low = Infinity;
  let high = -Infinity;
  for (const { t, y } of series) {
    const [first, last] = rowsWithin(t, from, to);
    for (let row = first; row < last; row++) {
      const value = y[row];
      if (!Number.isFinite(value) || (positive && !(value > 0))) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : null;
}

/** Draws one curve; where points crowd, least and greatest of each column of pixels stay. A point without neighbours is a dot. */
export function traceLine(pen, { t, y }, axes, steps) {
  const [first, last] = rowsWithin(t, axes.from, axes.to);
  const crowded = last - first > 3 * axes.width;
  pen.beginPath();
  let begun = false;
  let before = 0;
  let alone = null;
  const point = (x, value) => {
    const level = axes.y(value);
    if (!begun) pen.moveTo(x, level);
    else {
      if (steps && !crowded) pen.lineTo(before, level);
      pen.lineTo(x, level);
    }
    alone = begun ? null : [x, level];
    before = x;
    begun = true;
  };
  const end = () => {
    if (alone) pen.arc(...alone, 2, 0, 2 * Math.PI);
    alone = null;
    begun = false;
  };
  if (!crowded) {
    for (let row = first; row < last; row++) {
      if (Number.isFinite(y[row])) point(axes.x(t[row]), y[row]);
      else end();
    }
  } else {
    let row = first;
    while (row < last) {
      const x = Math.floor(axes.x(t[row]));
      let [low, high] = [Infinity, -Infinity];
      const enter = y[row];
      let leave = enter;
      for (; row < last && Math.floor(axes.x(t[row])) === x; row++) {
        leave = y[row];
        if (leave < low) low = leave;
        if (leave > high) high = leave;
      }
      for (const value of [enter, low, high, leave]) if (Number.isFinite(value)) point(x, value);
    }
  }
  end();
  pen.stroke();
}

const NOTHING = 1e-9; // of the largest value of a pile: less has no sign

/** Heights of stacked areas on common times: what is above zero piles up, what is below hangs down, and nothing stays where its series was last. */
export function stack(series, from, to, width) {
  if (series.length === 0) return { t: [], layers: [] };
  const { t } = series[0];
  const [first, last] = rowsWithin(t, from, to);
  const rows = peaks(series, first, last, Math.max(1, Math.ceil((last - first) / width)));
  const piles = [new Float64Array(rows.length), new Float64Array(rows.length)];
  let largest = 0;
  for (const { y } of series) for (const row of rows) if (Math.abs(y[row]) > largest && Number.isFinite(y[row])) largest = Math.abs(y[row]);
  const layers = series.map(({ y }) => {
    const [low, high] = [new Float64Array(rows.length), new Float64Array(rows.length)];
    const side = sides(rows.map((row) => y[row]), NOTHING * largest);
    rows.forEach((row, i) => {
      const pile = piles[side[i]];
      low[i] = pile[i];
      if (Number.isFinite(y[row])) pile[i] += y[row];
      high[i] = pile[i];
    });
    return { low, high, side };
  });
  return { t: rows.map((row) => t[row]), layers };
}

/** On which side of zero each value is, 0 above and 1 below; what is next to nothing is where the value before it was, or the first that has a sign. */
function sides(values, least) {
  const signed = (value) => Math.abs(value) > least;
  let now = values.find(signed) < 0 ? 1 : 0;
  return Uint8Array.from(values, (value) => (now = signed(value) ? Number(value < 0) : now));
}

/** Where a layer has a height, with the rows before and after on the same side, as [first, last): elsewhere it has no outline. */
export function raised(low, high, side = null) {
  const together = (i) => i >= 0 && i + 1 < low.length && (!side || side[i] === side[i + 1]);
  const found = [];
  for (let i = 0; i < low.length; i++) {
    if (low[i] === high[i]) continue;
    const last = found.at(-1);
    const end = together(i) ? i + 2 : i + 1;
    if (last && last[1] >= i && together(i - 1)) last[1] = end;
    else found.push([together(i - 1) ? i - 1 : i, end]);
  }
  return found;
}

/** The points of an edge of a layer; in steps each level holds since the row before. */
export function outline(t, levels, first, last, stepped) {
  const points = [];
  for (let i = first; i < last; i++) {
    if (stepped && i > first) points.push([t[i - 1], levels[i]]);
    points.push([t[i], levels[i]]);
  }
  return points;
}

/** Rows to draw: all, or where they crowd, of every so many the one that piles highest and the one that piles lowest. */
function peaks(series, first, last, every) {
  if (every <= 2) return Array.from({ length: last - first }, (_, k) => first + k);
  const height = (row) => series.reduce((sum, { y }) => sum + (Number.isFinite(y[row]) ? y[row] : 0), 0);
  const rows = [first];
  for (let from = first; from < last; from += every) {
    let [low, high] = [from, from];
    let [least, most] = [Infinity, -Infinity];
    for (let row = from; row < Math.min(from + every, last); row++) {
      const here = height(row);
      if (here < least) [least, low] = [here, row];
      if (here > most) [most, high] = [here, row];
    }
    for (const row of [Math.min(low, high), Math.max(low, high), Math.min(from + every, last) - 1]) if (row > rows.at(-1)) rows.push(row);
  }
  return rows;
}
