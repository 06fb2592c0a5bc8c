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
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, power] = value.toExponential(Math.max(digits - 2, 1)).split("e");
    return `${minus(mantissa)}·${powerOfTen(Number(power))}`;
  }
  const decimals = Math.min(Math.max(digits - 1 - Math.floor(Math.log10(size)), 0), 7);
  return minus(value.toFixed(decimals));
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
