// How good a picture the machine can afford. It begins with a guess from the number of parts, measures now and then how long
// a picture takes, and goes down a step where that is too long and up where there is time to spare.

const STEPS = [
  { detail: -1, shadow: 0, ratio: 1, creases: false },
  { detail: 0, shadow: 0, ratio: 1, creases: false },
  { detail: 0, shadow: 0, ratio: 2, creases: true },
  { detail: 0, shadow: 1, map: 1024, ratio: 2, creases: true },
  { detail: 0, shadow: 4, map: 2048, ratio: 2, creases: true },
  { detail: 1, shadow: 4, map: 2048, ratio: 2, creases: true },
];
const SLOW = 90; // ms of a picture that is too slow
const QUICK = 7; // ms of a picture that leaves time to spare
const EVERY = 40; // pictures between two measurements

export class Pace {
  constructor(gl, parts) {
    this.gl = gl;
    this.highest = STEPS.length - 1;
    // a picture for a document is the same on every machine, however long it takes
    this.frozen = document.documentElement.classList.contains("picture");
    this.step = this.frozen ? this.highest : parts > 3000 ? 1 : parts > 1200 ? 3 : 4;
    this.pictures = 0;
    this.slow = 0;
  }

  get settings() {
    return STEPS[this.step];
  }

  begin() {
    this.pictures += 1;
    this.measured = !this.frozen && (this.pictures === 4 || this.pictures === 8 || this.pictures % EVERY === 0);
    this.start = performance.now();
  }

  end() {
    if (!this.measured) return;
    const { gl } = this;
    // reading a pixel waits until everything is drawn
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    const took = performance.now() - this.start;
    this.last = took;
    // one slow picture may be an accident: two in a row are not
    this.slow = took > SLOW ? this.slow + 1 : 0;
    if (this.slow >= 2 && this.step > 0) {
      this.step -= 1;
      this.highest = this.step;
      this.slow = 0;
    } else if (took < QUICK && this.step < this.highest) {
      this.step += 1;
    }
  }
}
