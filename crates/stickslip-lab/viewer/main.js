// Puts the page together. What fails is told in a sentence; everything else goes on.

import { BodyPlots } from "stickslip/bodyplots";
import { Clock } from "stickslip/clock";
import { Columns, inflate } from "stickslip/columns";
import { element, iconButton } from "stickslip/dom";
import { Events } from "stickslip/events";
import { branches, facts, verdict, warnings } from "stickslip/facts";
import { Inspector } from "stickslip/inspector";
import { fillHelp, listenToKeys } from "stickslip/keys";
import { Live } from "stickslip/live";
import { publishColours } from "stickslip/palette";
import { Plots } from "stickslip/plots";
import { Recording, giveFriction } from "stickslip/recording";
import { Stage } from "stickslip/stage";
import { tables } from "stickslip/tables";
import { Tabs } from "stickslip/tabs";
import { Theme } from "stickslip/theme";
import { SWITCHES, VIEWS } from "stickslip/toolbar";
import { Transport, fittingSpeed, stepFrames } from "stickslip/transport";

const outside = window.stickslip;
const byId = (id) => document.getElementById(id);

function readPage() {
  try {
    const page = JSON.parse(byId("page").textContent);
    if (page.format !== "stickslip-page-1") throw new Error(`its format is ${page.format}, not stickslip-page-1`);
    for (const list of ["bodies", "contacts", "events", "plots", "facts", "warnings"]) page[list] ??= [];
    giveFriction(page, page.contacts);
    return page;
  } catch (reason) {
    outside.complain(`The description inside the page cannot be read: ${reason.message}. Make the page again.`);
    return null;
  }
}

async function readRecording(page) {
  try {
    const bytes = await inflate(byId("columns").textContent);
    byId("columns").remove();
    const columns = new Columns(bytes, page.columns);
    const recording = new Recording(page, columns);
    recording.touches(0);
    return { recording, columns };
  } catch (reason) {
    outside.complain(reason.message);
    return { recording: null, columns: null };
  }
}

/** What the address asks for: `#t=1.25&picture&dark`. */
function wishes() {
  const found = new URLSearchParams(location.hash.slice(1));
  return { t: found.has("t") ? Number(found.get("t")) : null, picture: found.has("picture") };
}

async function begin() {
  const page = readPage();
  if (!page) return;
  const theme = new Theme();
  const recolour = () => publishColours(document.documentElement, theme.dark);
  theme.listen(recolour);
  recolour();
  const app = { page, theme, complain: outside.complain, options: startOptions() };
  byId("about").textContent = page.about ?? "";
  byId("about").title = page.about ?? "";

  let columns = null;
  if (page.kind === "live") {
    app.live = new Live(app);
    app.recording = await app.live.connect();
  } else if (page.kind === "run") {
    ({ recording: app.recording, columns } = await readRecording(page));
  }
  const moves = app.recording !== undefined && app.recording !== null && (app.recording.frames > 0 || app.live);
  if (!moves) app.recording = null;
  app.clock = new Clock(app.recording?.begin ?? 0, app.recording?.end ?? 0);
  if (page.kind === "run" && app.recording) app.clock.t = firstMoment(app.recording);

  const line = verdict(page);
  if (line) byId("verdict").append(line);
  // a live page follows the newest frame only until another time is wanted
  app.seek = (t, stop = true) => {
    if (stop) app.clock.playing = false;
    if (app.live) app.live.following = t >= app.clock.end;
    app.clock.seek(t);
  };
  const { seek } = app;
  const told = warnings(page, seek);
  if (told) byId("top").after(told);

  document.body.classList.toggle("flat", !moves);
  const stage = moves ? new Stage(app, columns) : null;
  if (moves) stage.transport = app.live ? app.live.transport(byId("transport"), stage) : playback(app, stage);
  const parts = fillSide(app, stage);
  if (app.live) Object.assign(app.live, { plots: parts.plots, events: parts.events, bodyPlots: parts.bodyPlots });
  const actions = keyActions(app, stage, parts);
  byId("tools").append(theme.button, iconButton("help", "Help (?)", () => byId("help").showModal()));
  fillHelp(byId("help"), actions, REMARKS, TOUCH);
  listenToKeys(actions);

  Object.assign(outside, {
    page, recording: app.recording, options: app.options, app, seek, select: (selection) => stage?.select(selection),
    play: () => (app.live ?? app.clock).play(), pause: () => (app.live ?? app.clock).pause(),
  });
  // the view of a live page is another one after a change of bodies
  Object.defineProperty(outside, "view", { get: () => stage?.view ?? null });
  Object.defineProperty(outside, "frameRate", { get: () => stage?.frameRate ?? 0 });
  const wish = wishes();
  if (Number.isFinite(wish.t) && wish.t !== null) seek(wish.t);
  stage?.drawNow();
  if (stage && !app.live && !wish.picture && wish.t === null) stage.invite();
}

/** Where a page opens. At the very beginning no forces are known yet: what touches from the first steps (s) on is seen touching. */
const SOON = 0.05;

function firstMoment(recording) {
  const soon = recording.frames > 1 && recording.time(1) - recording.time(0) <= SOON;
  const solved = soon && recording.touches(0).count === 0 && recording.touches(1).count > 0;
  return recording.time(solved ? 1 : 0);
}

function startOptions() {
  return {
    contacts: true, forces: true, normals: false, slip: true, joints: true, names: false, wireframe: false, transparent: false,
    trails: false, grid: true, shadows: true, follow: null, selection: null, pull: null, dark: false, forceScale: 1,
  };
}

function playback(app, stage) {
  const transport = new Transport(byId("transport"), app.clock, app.recording, app.page.events);
  transport.setSpeed(fittingSpeed(app.clock.end - app.clock.begin));
  app.theme.listen(() => transport.drawMarks());
  app.clock.listen(() => stage.wake());
  return transport;
}

/** The panels beside the picture, or below one another where there is none. */
function fillSide(app, stage) {
  const { page } = app;
  const side = byId("side");
  const shownTables = tables(page, app.theme, app.complain);
  const plots = app.recording ? new Plots(app) : null;
  const bodyPlots = plots && (app.live || page.bodies.length > 0) ? new BodyPlots(app, plots) : null;
  const events = page.kind !== "tables" ? new Events(app, (selection) => stage?.select(selection)) : null;
  if (!stage) {
    for (const part of [shownTables, branches(page), facts(page)]) if (part) side.append(part);
    if (events && page.events.length > 0) side.append(events.box);
    return { plots, bodyPlots, events };
  }
  const tabs = new Tabs(side);
  if (app.live) tabs.add("Live", app.live.panel(stage));
  tabs.add("Plots", plots.box, () => plots.draw());
  if (shownTables) tabs.add("Tables", shownTables);
  tabs.add("Events", events.box, () => events.mark());
  const told = element("div", {}, facts(page));
  tabs.add("Facts", told);
  if (app.live) app.live.showFacts = () => told.replaceChildren(facts(page));
  const others = branches(page);
  if (others) tabs.add("Branches", others);
  stage.inspector = new Inspector(byId("inspector"), app, {
    select: (selection) => stage.select(selection),
    follow: (body) => stage.toolbar.setFollow(app.options.follow === body ? null : body),
    plot: (body) => {
      bodyPlots?.only(body);
      tabs.show("Plots");
    },
  });
  return { plots, bodyPlots, events, tabs };
}

const REMARKS = [
  "Drag in the picture to turn it, drag with the right button or two fingers to move it, use the wheel or pinch to come nearer.",
  "Click a body or a contact to see its numbers.",
  "Drag in a plot to move the cursor; Shift + drag or Ctrl + wheel zooms in; a double click shows all.",
];

const TOUCH = [
  "One finger turns the picture; two move it, and pinch to come nearer.",
  "Tap a body or a contact to see its numbers.",
  "A finger on a plot moves the cursor; the buttons + and − above the plots zoom.",
];

function keyActions(app, stage, parts) {
  const help = [["?"], "This help", () => (byId("help").open ? byId("help").close() : byId("help").showModal())];
  if (!stage) return [help];
  const { clock } = app;
  const step = (count) => () => (app.live ? app.live.step(count) : stepFrames(clock, app.recording, count));
  const actions = [
    [[" ", "p"], "Play or pause", () => (app.live ? app.live.toggle() : clock.toggle())],
    [["ArrowLeft"], "One frame back", step(-1)],
    [["ArrowRight"], "One frame on", step(1)],
    [["Home"], "To the beginning", () => app.seek(clock.begin, false)],
    [["End"], "To the end", () => app.seek(clock.end, false)],
    [["f"], "Fit everything into the view", () => stage.toolbar.fit()],
    [["z"], "Come close to what is there now", () => stage.toolbar.near()],
    ...VIEWS.map(([name, azimuth, elevation], at) => [[String(at + 1)], `Look from: ${name.toLowerCase()}`, () => stage.toolbar.look(azimuth, elevation)]),
    ...SWITCHES.map(([option, name, key]) => [[key], name, () => stage.toolbar.toggle(option)]),
    [["+"], "Plots: zoom in around the cursor", () => parts.plots.span.zoom(0.5, clock.t)],
    [["-"], "Plots: zoom out", () => parts.plots.span.zoom(2, clock.t)],
    [["0"], "Plots: show all", () => parts.plots.span.reset()],
    ...cameraKeys(stage),
    [["."], "Select the next body", () => stage.selectNext(1)],
    [[","], "Select the body before", () => stage.selectNext(-1)],
    [["Escape"], "Select nothing", () => stage.select(null)],
    help,
  ];
  if (!app.live) {
    actions.splice(5, 0, [["l"], "Play again and again", () => stage.transport.toggleLoop()],
      [["ArrowUp"], "Faster", () => stage.transport.changeSpeed(1)], [["ArrowDown"], "Slower", () => stage.transport.changeSpeed(-1)]);
  }
  return actions;
}

/** The camera without a pointer, in steps of so many pixels of a drag. */
function cameraKeys(stage) {
  const move = (change) => () => {
    if (!stage.view) return;
    change(stage.view.camera);
    stage.wake();
  };
  const [turn, shift, nearer] = [24, 40, 0.85];
  return [
    [["Shift+ArrowLeft"], "Turn the view to the left", move((camera) => camera.orbit(-turn, 0))],
    [["Shift+ArrowRight"], "Turn the view to the right", move((camera) => camera.orbit(turn, 0))],
    [["Shift+ArrowUp"], "Turn the view up", move((camera) => camera.orbit(0, -turn))],
    [["Shift+ArrowDown"], "Turn the view down", move((camera) => camera.orbit(0, turn))],
    [["u"], "Move the view to the left", move((camera) => camera.pan(shift, 0))],
    [["o"], "Move the view to the right", move((camera) => camera.pan(-shift, 0))],
    [["i"], "Move the view up", move((camera) => camera.pan(0, shift))],
    [["k"], "Move the view down", move((camera) => camera.pan(0, -shift))],
    [["e"], "Come nearer", move((camera) => camera.zoom(nearer))],
    [["d"], "Go farther away", move((camera) => camera.zoom(1 / nearer))],
  ];
}

try {
  await begin();
} catch (reason) {
  outside.complain(`The page met an error: ${reason.message}.`);
  console.error(reason);
}
outside.begin();
delete outside.begin;
