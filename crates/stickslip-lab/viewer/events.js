// The list of what happened. A click goes there; the one that was clicked is marked, elsewhere the last one before the cursor.

import { element } from "stickslip/dom";
import { fixed, timeDecimals, whole } from "stickslip/format";
import { eventText } from "stickslip/names";

const KINDS = ["impact", "stick", "slip", "break", "touch", "warning"];
const LISTED = 1000;

export class Events {
  constructor(app, onselect) {
    this.app = app;
    this.onselect = onselect;
    this.off = new Set();
    this.search = element("input", { type: "search", placeholder: "Filter by text", "aria-label": "Filter events by text", oninput: () => this.refresh() });
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

  /** Counts the kinds and fills the list anew, with all that has come so far. */
  refresh() {
    this.last = this.events.at(-1) ?? null;
    this.counts = new Map();
    for (const { kind } of this.events) this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    this.fillChips();
    this.fill();
  }

  fillChips() {
    const kinds = [...this.counts.keys()].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b));
    this.countOf = new Map(kinds.map((kind) => [kind, element("span", { class: "count" }, whole(this.counts.get(kind)))]));
    this.chips.replaceChildren(...kinds.map((kind) => element("button", {
      type: "button", class: `chip kind-${kind}`, "aria-pressed": String(!this.off.has(kind)), onclick: () => this.toggle(kind),
    }, `${kind} `, this.countOf.get(kind))));
  }

  /** Takes in events that have come; what is there stays, with its focus, and the oldest leave where there are too many. */
  grow() {
    // what is new stands after the last that was taken in
    const events = this.events.slice(this.last ? this.events.lastIndexOf(this.last) + 1 : 0);
    if (events.length === 0) return;
    this.last = events.at(-1);
    for (const { kind } of events) this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    if (events.some(({ kind }) => !this.countOf.has(kind))) this.fillChips();
    for (const [kind, count] of this.countOf) count.textContent = whole(this.counts.get(kind));
    const fitting = this.fitting(events);
    this.found += fitting.length;
    const added = fitting.slice(-LISTED);
    const items = added.map((event) => this.item(event));
    this.shown.push(...added);
    this.items.push(...items);
    this.list.append(...items);
    const over = Math.max(0, this.shown.length - LISTED);
    this.shown.splice(0, over);
    for (const item of this.items.splice(0, over)) item.remove();
    this.tellRest();
    this.mark();
  }

  toggle(kind) {
    if (!this.off.delete(kind)) this.off.add(kind);
    this.refresh();
  }

  fitting(events) {
    const text = this.search.value.trim().toLowerCase();
    return events.filter((event) => !this.off.has(event.kind) && eventText(this.app.page, event).toLowerCase().includes(text));
  }

  fill() {
    const found = this.fitting(this.events);
    const { clock, recording } = this.app;
    this.found = found.length;
    this.decimals = Math.max(3, timeDecimals(clock.end - clock.begin, recording?.frames ?? 0));
    // of a run that goes on the newest are wanted
    this.shown = this.app.live ? found.slice(-LISTED) : found.slice(0, LISTED);
    this.items = this.shown.map((event) => this.item(event));
    this.list.replaceChildren(...this.items);
    this.tellRest();
    this.marked = null;
    this.mark();
  }

  item(event) {
    return element("li", {}, element("button", { type: "button", class: `event kind-${event.kind}`, onclick: () => this.go(event) },
      element("span", { class: "when" }, `${fixed(event.t, this.decimals)} s`), element("span", { class: "what" }, event.kind), element("span", { class: "text" }, eventText(this.app.page, event))));
  }

  /** Says what is not listed. */
  tellRest() {
    const missing = this.found - this.shown.length + (this.app.page.events_left_out ?? 0);
    const which = this.app.live ? "older" : "more";
    this.note.textContent = this.events.length === 0 ? "Nothing happened that is worth a list: no impacts, no changes between sticking and sliding."
      : this.found === 0 ? "No event fits." : missing > 0 ? `${whole(missing)} ${which} are not listed.` : "";
  }

  go(event) {
    this.chosen = event;
    this.app.seek(event.t);
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
    // of several at one time the one that was clicked
    if (this.chosen && !(Math.abs(this.chosen.t - t) <= 1e-12)) this.chosen = null;
    const chosen = this.chosen ? this.shown.indexOf(this.chosen) : -1;
    const item = this.items[chosen >= 0 ? chosen : low - 1] ?? null;
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
