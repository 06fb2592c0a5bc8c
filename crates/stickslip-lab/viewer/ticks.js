// Where the ticks of an axis stand and what is written at them.

import { fixed, powerOfTen } from "stickslip/format";

/** Ticks at multiples of 1, 2 or 5 times a power of ten, about so many. */
export function linearTicks(low, high, most) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const rough = span / Math.max(most, 2);
  const power = Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((f) => f * 10 ** power >= rough * 0.999) ?? 10;
  const step = factor * 10 ** power;
  const decimals = Math.max(0, -(factor === 10 ? power + 1 : power));
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const plain = largest < 1e6 && largest >= 1e-3;
  // elsewhere all ticks have the power of ten of the largest
  const size = Math.floor(Math.log10(largest) + 1e-9);
  const digits = Math.max(0, size - (factor === 10 ? power + 1 : power));
  const scaled = (value) => `${fixed(value / 10 ** size, Math.min(digits, 9))}·${powerOfTen(size)}`;
  const ticks = [];
  const last = Math.floor(high / step + 1e-6);
  for (let k = Math.ceil(low / step - 1e-6); k <= last && ticks.length < 100; k++) {
    const value = k * step;
    ticks.push({ value, text: k === 0 ? "0" : plain ? fixed(value, Math.min(decimals, 9)) : scaled(value) });
  }
  return ticks;
}

/** Ticks at powers of ten, not more than so many. */
export function logTicks(low, high, most) {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const every = Math.max(1, Math.ceil((last - first + 1) / Math.max(most, 2)));
  const ticks = [];
  for (let power = Math.ceil(first / every) * every; power <= last; power += every) {
    ticks.push({ value: 10 ** power, text: powerOfTen(power) });
  }
  return ticks;
}
