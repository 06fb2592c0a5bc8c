// The time that is shown. Everybody who shows something of a time listens here; whoever wants another time asks here.

const LONGEST_PAUSE = 0.25; // s; a longer gap between two pictures (a sleeping tab) does not jump

export class Clock {
  constructor(begin, end) {
    this.begin = begin;
    this.end = end;
    this.t = begin;
    this.playing = false;
    this.looping = false;
    this.speed = 1;
    this.listeners = [];
  }

  /** Calls back whenever the time or the way it runs has changed. */
  listen(listener) {
    this.listeners.push(listener);
  }

  changed() {
    for (const listener of this.listeners) listener(this);
  }

  seek(t) {
    const inside = Math.min(Math.max(t, this.begin), this.end);
    this.t = Number.isFinite(inside) ? inside : this.begin;
    this.changed();
  }

  /** Sets the span, for recordings that grow. */
  span(begin, end) {
    this.begin = begin;
    this.end = end;
    if (this.t < begin) this.t = begin;
  }

  play() {
    if (!(this.end > this.begin)) return;
    // at the end, playing begins anew
    if (this.t >= this.end) this.t = this.begin;
    this.playing = true;
    this.changed();
  }

  pause() {
    this.playing = false;
    this.changed();
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Lets real time pass (s); says whether the time has changed. */
  pass(seconds) {
    if (!this.playing) return false;
    let t = this.t + Math.min(seconds, LONGEST_PAUSE) * this.speed;
    if (t >= this.end) {
      if (this.looping) {
        t = this.begin + ((t - this.begin) % (this.end - this.begin));
      } else {
        t = this.end;
        this.playing = false;
      }
    }
    this.t = t;
    this.changed();
    return true;
  }
}
