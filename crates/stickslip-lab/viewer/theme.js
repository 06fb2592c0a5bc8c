// Dark or light: as the system has it, until somebody chooses.

import { iconButton } from "stickslip/dom";

const KEY = "stickslip-theme";

export class Theme {
  constructor() {
    this.listeners = [];
    this.root = document.documentElement;
    this.system = matchMedia("(prefers-color-scheme: dark)");
    this.system.addEventListener("change", () => {
      if (!this.chosen) this.set(this.system.matches);
    });
    // the page may have been made dark or light
    this.chosen = /^(dark|light)$/.test(this.root.dataset.wish ?? "") || recall() !== null || /[#&](dark|light)(&|$)/.test(location.hash);
    this.button = iconButton("theme", "Dark or light", () => this.toggle());
  }

  get dark() {
    return this.root.dataset.theme === "dark";
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  set(dark) {
    this.root.dataset.theme = dark ? "dark" : "light";
    for (const listener of this.listeners) listener();
  }

  toggle() {
    this.set(!this.dark);
    this.chosen = true;
    // a choice that equals the system's need not be kept
    keep(this.dark === this.system.matches ? null : this.dark ? "dark" : "light");
  }
}

// Storage may be forbidden, as on file:// in some browsers; then nothing is remembered.
function recall() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(name) {
  try {
    if (name === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, name);
  } catch {
    // not remembered, but still shown
  }
}
