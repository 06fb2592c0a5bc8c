// Panels of which one is shown.

import { element } from "stickslip/dom";

export class Tabs {
  constructor(box) {
    this.bar = element("div", { role: "tablist", class: "tabs", "aria-label": "Details" });
    this.box = box;
    this.tabs = [];
    box.append(this.bar);
    this.bar.addEventListener("keydown", (event) => this.move(event));
  }

  /** Adds a panel; `shown` is called whenever it comes to the front. */
  add(name, content, shown = () => {}) {
    const id = `tab-${this.tabs.length}`;
    const panel = element("div", { role: "tabpanel", class: "panel", id: `${id}-panel`, "aria-labelledby": id, hidden: true, tabIndex: 0 }, content);
    const button = element("button", { type: "button", role: "tab", id, "aria-controls": `${id}-panel`, onclick: () => this.show(name) }, name);
    this.tabs.push({ name, panel, button, shown });
    this.bar.append(button);
    this.box.append(panel);
    if (this.tabs.length === 1) this.show(name);
    else this.mark(button, false);
  }

  mark(button, front) {
    button.setAttribute("aria-selected", String(front));
    button.tabIndex = front ? 0 : -1;
  }

  show(name) {
    for (const tab of this.tabs) {
      const front = tab.name === name;
      tab.panel.hidden = !front;
      this.mark(tab.button, front);
      if (front) tab.shown();
    }
  }

  move(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = this.tabs.findIndex(({ button }) => button === document.activeElement);
    const next = this.tabs[(at + step + this.tabs.length) % this.tabs.length];
    this.show(next.name);
    next.button.focus();
    event.preventDefault();
  }
}
