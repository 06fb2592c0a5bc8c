// The part of time that all plots show, and the moment that is pointed at.

const SMALLEST = 1e-4; // of the whole

export class Span {
  constructor(begin, end) {
    this.listeners = [];
    this.hover = null;
    this.whole(begin, end);
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  changed(what) {
    for (const listener of this.listeners) listener(what);
  }

  /** Sets the whole span; what is zoomed stays where it is. */
  whole(begin, end) {
    const zoomed = this.zoomed;
    this.begin = begin;
    this.end = end > begin ? end : begin + 1;
    if (!zoomed) [this.from, this.to] = [this.begin, this.end];
  }

  get zoomed() {
    return this.from !== undefined && (this.from > this.begin || this.to < this.end);
  }

  show(from, to) {
    const least = SMALLEST * (this.end - this.begin);
    if (!(to - from > least)) return;
    this.from = Math.max(this.begin, Math.min(from, this.end - least));
    this.to = Math.min(this.end, Math.max(to, this.begin + least));
    this.changed("range");
  }

  /** Comes nearer (factor < 1) or goes back, while a moment keeps its place. */
  zoom(factor, around) {
    this.show(around - factor * (around - this.from), around + factor * (this.to - around));
  }

  reset() {
    [this.from, this.to] = [this.begin, this.end];
    this.changed("range");
  }

  /** Turns the page where the cursor has left it. */
  follow(t) {
    if (!this.zoomed || (t >= this.from && t <= this.to)) return;
    const width = this.to - this.from;
    const from = Math.min(Math.max(t - 0.1 * width, this.begin), this.end - width);
    [this.from, this.to] = [from, from + width];
    this.changed("range");
  }

  point(t) {
    if (this.hover === t) return;
    this.hover = t;
    this.changed("hover");
  }
}

/** The first row whose time is not before t. */
export function firstNotBefore(times, t) {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < t) low = middle + 1;
    else high = middle;
  }
  return low;
}
