// A line in the corner of a picture that stands alone: its time, and what the colours of the forces in it mean.

import { element } from "stickslip/dom";
import { fixed, timeDecimals } from "stickslip/format";

const NARROW = 400; // pixels of width below which there is no room for it

/** Puts the line into the picture, which from now on keeps it up to date. */
export function caption(app) {
  const stage = document.getElementById("stage");
  if (stage.clientWidth < NARROW) return;
  const box = element("div", { style: "position: absolute; left: 12px; bottom: 7px; display: flex; gap: 12px; align-items: center; font-size: 12px; pointer-events: none" });
  stage.append(box);
  const { begin, end, frames } = app.recording;
  const decimals = Math.max(3, timeDecimals(end - begin, frames));
  app.caption = () => {
    const { clock, recording, page, options } = app;
    const place = recording.at(clock.t);
    const { mode, count } = recording.touches(place.index);
    const seen = new Set(options.forces || options.contacts ? mode.subarray(0, count) : []);
    const modes = (page.modes ?? []).filter((_, k) => seen.has(k));
    const marks = modes.map((name) => element("span", {}, element("span", { class: `swatch mode-${name}`, style: "margin-right: 5px" }), name));
    box.replaceChildren(element("span", { style: "font-weight: 600" }, `t = ${fixed(clock.t, decimals)} s`), ...marks);
  };
}
