// The list of what happened. A click goes there; the last one before the cursor is marked.

import { element } from "stickslip/dom";
import { fixed, timeDecimals, whole } from "stickslip/format";

const KINDS = ["impact", "stick", "slip", "break", "touch", "warning"];
const LISTED = 1000;

export class Events {
  constructor(app, onselect) {
    this.app = app;
    this.onselect = onselect;
    this.off = new Set();
    this.search = element("input", { type: "search", placeholder: "Filter by text", "aria-label": "Filter events by text", oninput: () => this.fill() });
    this.chips = element("div", { class: "chips", role: "group", "aria-label": "Kinds of events" });
    this.list = element("ol", { class: "event-list" });
    this.note = element("p", { class: "hint" });
    this.box = element("div", { class: "events" }, this.search, this.chips, this.note, this.list);
    app.clock.listen(() => this.mark());
    this.refresh();
  }

  get events() {
    return this.app.page.events ?? [];
  }

  /** Counts the kinds anew, after events have come. */
  refresh() {
    const counts = new Map();
    for (const { kind } of this.events) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const kinds = [...counts.keys()].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b));
    this.chips.replaceChildren(...kinds.map((kind) => element("button", {
      type: "button", class: `chip kind-${kind}`, "aria-pressed": String(!this.off.has(kind)), onclick: () => this.toggle(kind),
    }, `${kind} `, element("span", { class: "count" }, whole(counts.get(kind))))));
    this.fill();
  }

  toggle(kind) {
    if (!this.off.delete(kind)) this.off.add(kind);
    this.refresh();
  }

  fill() {
    const text = this.search.value.trim().toLowerCase();
    const found = this.events.filter((event) => !this.off.has(event.kind) && event.text.toLowerCase().includes(text));
    const { clock, recording } = this.app;
    const decimals = Math.max(3, timeDecimals(clock.end - clock.begin, recording?.frames ?? 0));
    this.shown = found.slice(0, LISTED);
    this.items = this.shown.map((event) => element("li", {}, element("button", { type: "button", class: `event kind-${event.kind}`, onclick: () => this.go(event) },
      element("span", { class: "when" }, `${fixed(event.t, decimals)} s`), element("span", { class: "what" }, event.kind), element("span", { class: "text" }, event.text))));
    this.list.replaceChildren(...this.items);
    const missing = found.length - this.shown.length + (this.app.page.events_left_out ?? 0);
    this.note.textContent = this.events.length === 0 ? "Nothing happened that is worth a list: no impacts, no changes between sticking and sliding."
      : found.length === 0 ? "No event fits." : missing > 0 ? `${whole(missing)} more are not listed.` : "";
    this.marked = null;
    this.mark();
  }

  go(event) {
    this.app.clock.playing = false;
    this.app.clock.seek(event.t);
    if (event.contact !== null && event.contact !== undefined) this.onselect({ kind: "contact", index: event.contact });
  }

  mark() {
    if (!this.box.offsetParent) return;
    const { t } = this.app.clock;
    let low = 0;
    let high = this.shown.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.shown[middle].t <= t + 1e-12) low = middle + 1;
      else high = middle;
    }
    const item = this.items[low - 1] ?? null;
    if (item === this.marked) return;
    this.marked?.removeAttribute("aria-current");
    item?.setAttribute("aria-current", "true");
    this.marked = item;
    // the list scrolls, the page does not
    const panel = this.box.closest(".panel");
    if (item && panel && panel.scrollHeight > panel.clientHeight) {
      const [a, b] = [item.getBoundingClientRect(), panel.getBoundingClientRect()];
      if (a.top < b.top + 8 || a.bottom > b.bottom - 8) panel.scrollTop += a.top - b.top - b.height / 2;
    }
  }
}
