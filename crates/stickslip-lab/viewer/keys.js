// What keys do, and the window that tells it.

import { element, iconButton } from "stickslip/dom";

const TEXT_INPUTS = "input[type=search], input[type=text], input[type=number], textarea, select";

/** Keys by which a browser moves a slider that has the focus. */
const MOVES_SLIDERS = /^(Arrow|Page|Home$|End$)/;

/** Keys that scroll what has the focus, with the sizes that say whether it can. */
const SCROLL = {
  ArrowUp: ["scrollHeight", "clientHeight"], ArrowDown: ["scrollHeight", "clientHeight"], " ": ["scrollHeight", "clientHeight"],
  Home: ["scrollHeight", "clientHeight"], End: ["scrollHeight", "clientHeight"],
  ArrowLeft: ["scrollWidth", "clientWidth"], ArrowRight: ["scrollWidth", "clientWidth"],
};

/** Whether the browser scrolls what has the focus by this key: panels and wide tables need theirs. */
function scrolls(target, key) {
  const [whole, seen] = SCROLL[key] ?? [];
  return whole !== undefined && Boolean(target.matches?.("[role=tabpanel], .scroll")) && target[whole] > target[seen];
}

/** Listens to keys. `actions` names them: [key, what it does, action]; keys with a name may have Shift+ before it. */
export function listenToKeys(actions) {
  const byKey = new Map(actions.flatMap(([keys, , action]) => keys.map((key) => [key, action])));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(TEXT_INPUTS)) return;
    const named = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
    const action = byKey.get(event.key.length === 1 ? event.key.toLowerCase() : named);
    if (!action || (!event.shiftKey && scrolls(event.target, event.key))) return;
    // a button or box that has the focus is pressed by the space bar itself, and a list of tabs or a slider of a parameter needs its own
    if (event.key === " " && event.target.closest?.("button, summary, input[type=checkbox]")) return;
    if (event.key.startsWith("Arrow") && event.target.closest?.("[role=tablist]")) return;
    if (MOVES_SLIDERS.test(event.key) && event.target.closest?.("input[type=range]:not(.scrub)")) return;
    if (document.querySelector("dialog[open]") && event.key !== "?") return;
    event.preventDefault();
    action();
  });
}

const NAMES = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" };

function keyName(key) {
  const plain = key.replace(/^Shift\+/, "");
  return (plain === key ? "" : "Shift ") + (NAMES[plain] ?? plain);
}

/** Fills the window of help; what fingers do is told first where there are no keys. */
export function fillHelp(dialog, actions, remarks, touch) {
  const list = element("dl", { class: "keys" });
  for (const [keys, text] of actions) {
    list.append(element("dt", {}, ...keys.map((key) => element("kbd", {}, keyName(key)))), element("dd", {}, text));
  }
  dialog.setAttribute("aria-label", "Help");
  dialog.replaceChildren(
    element("header", {}, element("h2", {}, "Keys and pointer"), iconButton("close", "Close", () => dialog.close())),
    element("ul", { class: "touch" }, ...touch.map((remark) => element("li", {}, remark))),
    list, element("ul", {}, ...remarks.map((remark) => element("li", {}, remark))));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
