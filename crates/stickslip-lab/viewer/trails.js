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
    // a live recording grows: its trails are made again now and then, and begin anew after a reset
    const stale = found && (found.key !== key || frames < found.frames || frames > found.frames + Math.max(20, found.frames / 8));
    if (found && !stale) return found;
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
      if (before) {
        lines.add(before, here, 2, colour, 215);
        ends.push(k);
      }
      before = here;
    }
    found = { lines, ends, key, frames, stride };
    this.known.set(index, found);
    return found;
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
      lines.draw(frame, 1, Math.min(count, lines.count));
      this.recording.pose(this.page.bodies[index].track, { index: Math.min(count * stride, place.index), fraction: 0 }, out);
      this.last.add(out, scene.pose(index), 2, colour, 215);
    }
    this.last.draw(frame);
  }
}
