// How numbers are written.

const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/** Ten to a whole power, as text. */
export function powerOfTen(power) {
  return "10" + String(power).replace(/[-0-9]/g, (sign) => RAISED[sign]);
}

/** A number with so many digits that count; a true minus; powers of ten where it is very large or small. */
export function number(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return minus(String(value));
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return raised(value.toExponential(Math.max(digits - 2, 1)));
  return fixed(value, decimalsOf(value, digits));
}

/** Numbers that are read together: as many decimals for all as the largest needs for so many digits; what has none of these stands by itself. */
export function numbers(values, digits = 4) {
  const largest = values.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 0);
  const alone = (value) => Number.isInteger(value) || largest >= 1e6 || largest < 1e-4;
  const decimals = decimalsOf(largest, digits);
  return values.map((value) => (alone(value) || Math.abs(value) < 5 * 10 ** -decimals ? number(value, digits) : fixed(value, decimals)));
}

/** How many decimals give a number so many digits: as it is after rounding, so that 0.09999… has those of 0.1. */
function decimalsOf(value, digits) {
  if (!(Math.abs(value) > 0)) return 0;
  const power = Number(value.toExponential(digits - 1).split("e")[1]);
  return Math.min(Math.max(digits - 1 - power, 0), 7);
}

/** Text like 1.5e-7 with a true minus and a raised power of ten. */
function raised(text) {
  const [mantissa, power] = text.split("e");
  return `${minus(mantissa)}·${powerOfTen(Number(power))}`;
}

/** A sentence or value in which numbers are written as programs do, written as here. */
export function withNumbers(text) {
  return text.replace(/(?<![\w.])-?\d+(\.\d+)?e[-+]?\d+(?![\w.])/gi, (found) => raised(found.toLowerCase())).replace(/^-(?=[\d.])/, "−");
}

/** A number that does not change its width while it runs: a fixed count of decimals. */
export function fixed(value, decimals) {
  return Number.isFinite(value) ? minus(value.toFixed(decimals)) : "–";
}

/** A number with its unit, never apart. */
export function quantity(value, unit, digits = 4) {
  return `${number(value, digits)}\u00a0${unit}`;
}

/** How many decimals a time needs so that neighbouring frames differ. */
export function timeDecimals(span, frames) {
  const step = span / Math.max(frames - 1, 1);
  return step > 0 ? Math.min(Math.max(Math.ceil(-Math.log10(step)), 2), 6) : 3;
}

/** A whole number with thin spaces between thousands. */
export function whole(value) {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

function minus(text) {
  return text.replace(/^-/, "−");
}
