// Tables and figures, as of converge, verify and analyze.

import { element } from "stickslip/dom";

const READABLE = 620; // px; figures have words of 11 to 12 px at 700 to 800

/** A whole cell that is a number, perhaps with a power, or says that it is exact or that there is none. */
const NUMBER = /^([-−+±]?[\d.,]+([eE][-−+]?\d+)?|exact|[–-]?)$/;

/** A cell of so many letters has words in it, which need some room to be read. */
const WORDS = 24;

/** What may be wider than the page, in a box that scrolls; where it does, the side on which there is more fades, and a line above says so. */
function scrolling(content, title) {
  const box = element("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": title }, content);
  const hint = element("p", { class: "hint sideways", hidden: true }, "Wider than the page: scroll it sideways.");
  const look = () => {
    const rest = box.scrollWidth - box.clientWidth;
    hint.hidden = !(rest > 1);
    box.classList.toggle("before", box.scrollLeft > 1);
    box.classList.toggle("beyond", rest - box.scrollLeft > 1);
  };
  box.addEventListener("scroll", look);
  const observer = new ResizeObserver(look);
  observer.observe(box);
  observer.observe(content);
  return [hint, box];
}

/** A table; numbers stand to the right, states colour rows. */
function table({ title, about, columns, rows, states }) {
  const numeric = columns.map((_, at) => rows.length > 0 && rows.every((row) => NUMBER.test(row[at] ?? "")));
  const kind = columns.map((_, at) => (numeric[at] ? "number" : rows.some((row) => (row[at] ?? "").length > WORDS) ? "words" : ""));
  const head = element("tr", {}, ...columns.map(({ name, unit }, at) => element("th", { scope: "col", class: kind[at] }, name, unit ? element("span", { class: "unit" }, unit) : null)));
  const body = rows.map((row, at) => element("tr", { class: states?.[at] ?? "" }, ...row.map((cell, place) => element("td", { class: kind[place] }, cell))));
  return element("section", { class: "table" }, title ? element("h2", {}, title) : null, about ? element("p", {}, about) : null,
    ...scrolling(element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)), title || "Table"));
}

/** A figure. It was drawn by stickslip, yet scripts, listeners and links have no business in it. */
function figure({ title, svg }, complain) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  const root = parsed.documentElement;
  if (parsed.querySelector("parsererror") || root.localName !== "svg") {
    complain(`The figure “${title}” cannot be read: it is no whole SVG.`);
    return null;
  }
  for (const foreign of root.querySelectorAll("script, foreignObject, image, a")) foreign.remove();
  for (const one of [root, ...root.querySelectorAll("*")]) {
    for (const { name } of [...one.attributes]) if (/^on/i.test(name) || (/href$/i.test(name) && !one.getAttribute(name).startsWith("#"))) one.removeAttribute(name);
  }
  for (const style of root.querySelectorAll("style")) style.dataset.text = style.textContent;
  const drawn = document.importNode(root, true);
  // a figure shrinks with the page and keeps its shape, but not until its words cannot be read: then one scrolls
  drawn.style.maxWidth = "100%";
  const wide = drawn.viewBox?.baseVal?.width || READABLE;
  drawn.style.minWidth = `${Math.min(wide, READABLE)}px`;
  drawn.style.height = "auto";
  return element("figure", { class: "drawn", "aria-label": title }, ...scrolling(drawn, title || "Figure"));
}

/** All tables and figures of a page, or null. */
export function tables(page, theme, complain) {
  const made = [...(page.tables ?? []).map(table), ...(page.figures ?? []).map((one) => figure(one, complain)).filter(Boolean)];
  if (made.length === 0) return null;
  const box = element("div", { class: "tables" }, ...made);
  // figures follow the system by themselves; here they follow the page
  const recolour = () => {
    for (const style of box.querySelectorAll("svg style")) {
      style.textContent = style.dataset.text.replaceAll(/@media\s*\(prefers-color-scheme:\s*dark\)/g, theme.dark ? "@media all" : "@media not all");
    }
  };
  theme.listen(recolour);
  recolour();
  return box;
}
