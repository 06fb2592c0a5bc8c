// The ways that bodies have gone so far.

import { VIEW_COLOURS, bytes } from "stickslip/colours";
import { Lines } from "stickslip/lines";

const FEW = 24; // bodies up to which all leave trails
const POINTS = 1500; // of a trail

export class Trails {
  constructor(gl, page, recording, tools, moving) {
    Object.assign(this, { gl, page, recording, tools, moving });
    this.known = new Map();
    this.last = new Lines(gl, tools);
  }

  /** All bodies if they are few; else the selected one and the followed one. */
  chosen(options) {
    if (this.moving.length <= FEW) return this.moving;
    const wanted = [options.follow, options.selection?.kind === "body" ? options.selection.index : null];
    return [...new Set(wanted)].filter((index) => this.moving.includes(index));
  }

  trail(index, colour) {
    const { recording } = this;
    const { frames } = recording;
    const key = colour.join();
    let found = this.known.get(index);
    if (found && found.key === key && this.isCurrent(found)) return found;
    found?.lines.free();
    const stride = Math.max(1, Math.ceil(frames / POINTS));
    const lines = new Lines(this.gl, this.tools);
    const ends = [];
    const out = new Float64Array(7);
    const track = this.page.bodies[index].track;
    let before = null;
    for (let k = 0; k < frames; k += stride) {
      recording.pose(track, { index: k, fraction: 0 }, out);
      const here = [out[0], out[1], out[2]];
      if (before) lines.add(before, here, 2, colour, 215);
      // a piece that is not a number is left out
      if (lines.count > ends.length) ends.push(k);
      before = here;
    }
    const last = ends.at(-1) ?? 0;
    found = { lines, ends, key, frames, stride, last, t: recording.time(last) };
    this.known.set(index, found);
    return found;
  }

  /** Whether a trail is still that of the recording: a live one grows, leaves out frames when it is full, and may begin anew. */
  isCurrent({ frames, last, t }) {
    const { recording } = this;
    return last < recording.frames && recording.time(last) === t && recording.frames <= frames + Math.max(20, frames / 8);
  }

  /** All are made anew when they are drawn next. */
  forget() {
    for (const { lines } of this.known.values()) lines.free();
    this.known.clear();
  }

  draw(frame, place, scene, options) {
    if (this.recording.frames < 2) return;
    const colour = bytes(VIEW_COLOURS[options.dark ? "dark" : "light"].trail);
    this.last.clear();
    const out = new Float64Array(7);
    for (const index of this.chosen(options)) {
      const { lines, ends, stride } = this.trail(index, colour);
      let count = 0;
      while (count < ends.length && ends[count] <= place.index) count += 1;
      lines.draw(frame, 1, count);
      // what came since the trail was made, and the way to where the body is now
      const { track } = this.page.bodies[index];
      const at = (k) => Array.from(this.recording.pose(track, { index: k, fraction: 0 }, out).subarray(0, 3));
      let k = count > 0 ? ends[count - 1] : 0;
      let before = at(k);
      for (k += stride; k <= place.index; k += stride) {
        const here = at(k);
        this.last.add(before, here, 2, colour, 215);
        before = here;
      }
      this.last.add(before, scene.pose(index), 2, colour, 215);
    }
    this.last.draw(frame);
  }
}
