// The few things that make building a page out of elements short.

/**
 * An element with its properties and children. Properties that begin with "on" are listeners, "class", "role", "aria-…" and
 * other names with a dash are attributes, all others are set on the element.
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (name.includes("-") || name === "role" || name === "for") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** The parts of a sentence: what stands between backticks is code. */
export function withCode(text) {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? element("code", {}, part) : part));
}

// Icons on a grid of 16, drawn with one path each.
const ICONS = {
  play: "M4.5 2.5v11l9-5.5z",
  pause: "M4 2.5h3v11H4zM9 2.5h3v11H9z",
  back: "M12 3v10L5.5 8zM3.5 3H5v10H3.5z",
  forward: "M4 3v10l6.5-5zM11 3h1.5v10H11z",
  first: "M13.5 3v10L8 8zM8 3v10L2.5 8zM1.5 3h1.2v10H1.5z",
  last: "M2.5 3v10L8 8zM8 3v10l5.5-5zM13.3 3h1.2v10h-1.2z",
  loop: "M4.5 4H11a3 3 0 0 1 3 3v1.5h-1.6V7A1.4 1.4 0 0 0 11 5.6H4.5v2L1.6 4.8 4.5 2zM11.5 12H5a3 3 0 0 1-3-3V7.5h1.6V9A1.4 1.4 0 0 0 5 10.4h6.5v-2l2.9 2.8-2.9 2.8z",
  reset: "M8 2.2a5.8 5.8 0 1 1-5.6 4.3l1.6.4A4.2 4.2 0 1 0 8 3.8V6L4.4 3 8 0z",
  theme: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM8 3v10A5 5 0 0 0 8 3z",
  help: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3zm-.75 7.4h1.5v1.5h-1.5zM8 4.2c1.5 0 2.5.9 2.5 2.2 0 1.6-1.7 1.7-1.75 3h-1.5c0-2 1.75-2.2 1.75-3 0-.5-.4-.8-1-.8s-1 .4-1 1H5.5C5.5 5.2 6.5 4.2 8 4.2z",
  fit: "M2 2h4v1.6H3.6V6H2zM10 2h4v4h-1.6V3.6H10zM2 10h1.6v2.4H6V14H2zM12.4 10H14v4h-4v-1.6h2.4zM6 6h4v4H6z",
  eye: "M8 3.5c3 0 5.4 1.8 6.7 4.5C13.4 10.7 11 12.5 8 12.5S2.6 10.7 1.3 8C2.6 5.3 5 3.5 8 3.5zM8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zm0 1.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z",
  close: "M4.1 3 8 6.9 11.9 3 13 4.1 9.1 8l3.9 3.9-1.1 1.1L8 9.1 4.1 13 3 11.9 6.9 8 3 4.1z",
  copy: "M5 1.5h8.5v10H5zm1.5 1.5v7H12V3zM2.5 4.5H4V13h6.5v1.5h-8z",
  camera: "M8 1.8 14 5v6l-6 3.2L2 11V5zm0 1.7L4.6 5.3 8 7.1l3.4-1.8zM3.5 6.5v3.6l3.7 2V8.4zm9 0L8.8 8.4v3.7l3.7-2z",
};

/** An icon by its name. It says nothing to screen readers: the button around it has the label. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

/** A button with an icon whose label is read aloud and shown as a hint. */
export function iconButton(name, label, press, more = {}) {
  return element("button", { type: "button", class: "icon-button", title: label, "aria-label": label, onclick: press, ...more }, icon(name));
}

/** Exchanges the icon of such a button. */
export function setIcon(button, name, label) {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  button.replaceChildren(icon(name));
  button.title = label;
  button.setAttribute("aria-label", label);
}
