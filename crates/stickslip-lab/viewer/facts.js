// What stands still on a page: the scene, its parameters, how to make the run again, versions; and the certificate and warnings.

import { element, iconButton, withCode } from "stickslip/dom";
import { fixed, number, whole, withNumbers } from "stickslip/format";

/** All facts in their groups, and the command. */
export function facts(page) {
  const groups = new Map();
  for (const fact of page.facts ?? []) {
    if (!groups.has(fact.group)) groups.set(fact.group, []);
    groups.get(fact.group).push(fact);
  }
  const box = element("div", { class: "facts" });
  if (page.command) box.append(command(page.command));
  for (const [name, rows] of groups) {
    const list = element("dl");
    for (const { name: what, value, note } of rows) {
      // versions and names are words, whatever they look like
      const told = name === "Versions" || what === "Name" ? value : withNumbers(value);
      list.append(element("dt", {}, what), element("dd", {}, told, note ? element("span", { class: "note" }, note) : null));
    }
    box.append(element("section", {}, element("h2", {}, name), list));
  }
  const made = `Made by stickslip ${page.version ?? ""}.`;
  box.append(element("p", { class: "hint" }, page.thinned ? `${made} Shown here: ${page.thinned}.` : made));
  return box;
}

function command(text) {
  const code = element("code", { tabIndex: 0 }, text);
  const button = iconButton("copy", "Copy the command", async () => {
    button.classList.toggle("done", await copy(text, code));
    setTimeout(() => button.classList.remove("done"), 1500);
  });
  return element("section", {}, element("h2", {}, "Make this again"), element("div", { class: "command" }, code, button));
}

/** Copies where the browser allows it; selects the text where it does not. */
async function copy(text, code) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return document.execCommand?.("copy") ?? false;
  }
}

/** The runs that part where the motion is not unique, each with a link to its page; null where the run is alone. */
export function branches(page) {
  const runs = page.branches ?? [];
  if (runs.length === 0) return null;
  const list = element("dl");
  for (const { name, about, here, href } of runs) {
    const title = href ? element("a", { href }, name) : name;
    list.append(element("dt", {}, title, here ? " (this page)" : null), element("dd", {}, about));
  }
  return element("div", { class: "facts" }, element("section", {}, element("h2", {}, "Branches"),
    element("p", { class: "hint" }, "Where the motion is not unique, each way it can go is a run of its own."), list));
}

/** The certificate in one line; null where the page has no steps. */
export function verdict(page) {
  const found = page.verdict;
  if (!found || !(found.steps > 0)) return null;
  const bad = found.steps - found.certified;
  const parts = [];
  if (found.useful > 0) parts.push(`${whole(found.useful)} useful only`);
  if (found.failed > 0) parts.push(`${whole(found.failed)} failed`);
  const text = bad === 0 ? `All ${whole(found.steps)} steps certified` : `${whole(bad)} of ${whole(found.steps)} steps not certified${parts.length > 0 ? ` (${parts.join(", ")})` : ""}`;
  const worst = [];
  if (Number.isFinite(found.worst_residual)) worst.push(`residual ≤ ${number(found.worst_residual, 3)}`);
  if (Number.isFinite(found.worst_audit)) worst.push(`audit ≤ ${number(found.worst_audit, 3)}`);
  const tone = bad === 0 ? "good" : found.failed > 0 ? "bad" : "fair";
  return element("p", { class: `verdict ${tone}` }, element("strong", {}, text), worst.length > 0 ? element("span", {}, worst.join(", ")) : null);
}

/** The warnings; each with a time goes there. */
export function warnings(page, seek) {
  const list = page.warnings ?? [];
  if (list.length === 0) return null;
  const items = list.map(({ text, t }) => element("li", {}, element("span", {}, ...withCode(text)),
    Number.isFinite(t) ? element("button", { type: "button", class: "small", onclick: () => seek(t) }, `at ${fixed(t, 3)} s`) : null));
  const title = list.length === 1 ? "1 warning" : `${list.length} warnings`;
  return element("details", { class: "warnings", open: list.length <= 3 }, element("summary", {}, title), element("ul", {}, ...items));
}
