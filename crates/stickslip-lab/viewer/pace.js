// How good a picture the machine can afford. Pictures of a motion begin with a guess from the number of parts; now and then it
// is measured how long one takes, and they go down a step where that is too long and up where there is time to spare. A picture
// that will stay, because nothing moves any more, may take longer and is as good as the number of parts allows.

const STEPS = [
  { detail: -1, shadow: 0, ratio: 0.55, creases: false },
  { detail: -1, shadow: 0, ratio: 0.75, creases: false },
  { detail: -1, shadow: 0, ratio: 1, creases: false },
  { detail: 0, shadow: 0, ratio: 1, creases: false },
  { detail: 0, shadow: 0, ratio: 2, creases: true },
  { detail: 0, shadow: 1, map: 1024, ratio: 2, creases: true },
  { detail: 0, shadow: 4, map: 2048, ratio: 2, creases: true },
  { detail: 1, shadow: 4, map: 2048, ratio: 2, creases: true },
];
const HIGHEST = STEPS.length - 1;
const SLOW = 65; // ms of a picture that is too slow: the page around it takes its time too
const QUICK = 7; // ms of a picture that leaves time to spare
const EVERY = 40; // pictures between two measurements
const SOON = 3; // and after a slow one
const PATIENCE = 1500; // ms that a picture that stays may take

export class Pace {
  constructor(gl, parts) {
    this.gl = gl;
    this.highest = HIGHEST;
    // a picture for a document is the same on every machine, however long it takes
    this.frozen = document.documentElement.classList.contains("picture");
    this.step = this.frozen ? HIGHEST : parts > 3000 ? 3 : parts > 1200 ? 5 : 6;
    this.still = parts > 20000 ? 4 : Math.max(5, this.step);
    this.pictures = 0;
    this.next = 4;
    this.slow = 0;
    this.quick = false;
  }

  get settings() {
    return STEPS[this.quick ? this.step : Math.max(this.still, this.step)];
  }

  /** Whether a picture that stays looks better than one of a motion. */
  get differs() {
    return this.still > this.step;
  }

  /** `quick` says that another picture follows soon. */
  begin(quick) {
    this.quick = quick;
    if (quick) this.pictures += 1;
    this.measured = !this.frozen && (quick ? this.pictures >= this.next : this.differs);
    // the pictures before this one do not count
    if (this.measured) this.wait();
    this.start = performance.now();
  }

  /** Until everything is drawn: reading a pixel takes that long. */
  wait() {
    const { gl } = this;
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  end() {
    if (!this.measured) return;
    this.wait();
    const took = performance.now() - this.start;
    if (!this.quick) {
      if (took > PATIENCE && this.still > 3) this.still -= 1;
      return;
    }
    this.last = took;
    // one slow picture may be an accident: two in a row are not
    this.slow = took > SLOW ? this.slow + 1 : 0;
    this.next = this.pictures + (this.slow > 0 && this.step > 0 ? SOON : EVERY);
    if (this.slow >= 2 && this.step > 0) {
      this.step = Math.max(0, this.step - (took > 3 * SLOW ? 2 : 1));
      this.highest = this.step;
      this.slow = 0;
    } else if (took < QUICK && this.step < this.highest) {
      this.step += 1;
    }
  }
}
