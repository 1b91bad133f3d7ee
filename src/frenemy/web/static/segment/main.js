// The page: its parts, and which control does what.

import { byId, plural } from "../shared/dom.js";
import { Gestures } from "../shared/gestures.js";
import { showError, showNote } from "../shared/notices.js";
import { toggleTheme } from "../shared/theme.js";
import { Viewport } from "../shared/viewport.js";
import { isCancel } from "../shared/wire.js";
import { Painter } from "./canvas.js";
import { takeDropsAndPastes } from "./drop_and_paste.js";
import { download, exportButtons } from "./exports.js";
import { hideTip } from "./hover_tip.js";
import { fillHelp, listenToKeys } from "./keys.js";
import { ObjectList } from "./objects.js";
import { Pen } from "./pen.js";
import { pythonOf } from "./python.js";
import { Selection } from "./selection.js";
import { loadSettings, saveSettings } from "./settings.js";
import { Store } from "./store.js";
import { Work } from "./work.js";

const settings = loadSettings();
const canvas = byId("canvas");
const viewport = new Viewport();
const painter = new Painter(canvas, viewport);
const store = await Store.open();
const work = new Work(store, await store.load(), { picture: showPicture, result: showResult, changed: showState });
const objects = new ObjectList({
  choose: (label) => selection.choose(label, work.result.objects[label].center),
  point: (label) => painter.set({ hoveredLabel: label }),
});
const selection = new Selection(work, painter, viewport, objects);
const pen = new Pen(work, painter, viewport, brushWidth);
const gestures = new Gestures(canvas, {
  start(x, y) {
    hideTip();
    pen.start(x, y);
  },
  draw: (samples) => pen.draw(samples),
  end: () => pen.end(),
  drop: () => pen.drop(),
  tap: (x, y, type) => selection.tap(x, y, type),
  hover: (x, y, type) => selection.hover(x, y, type, brushWidth()),
  leave: () => selection.leave(),
  erase: (x, y, type) => selection.eraseAt(x, y, type),
  pan(dx, dy) {
    viewport.pan(dx, dy);
    showView();
  },
  zoom(x, y, factor) {
    viewport.zoomAt(x, y, factor);
    showView();
  },
});

// ---- what is shown

function showPicture(picture, bitmap) {
  gestures.cancel(); // what is being drawn was meant for the picture before
  pen.drop();
  viewport.setPicture(picture.width, picture.height);
  pen.hideCross();
  painter.set({ bitmap });
  byId("picture-name").textContent = picture.name;
  document.title = `${picture.name} – frenemy`;
  showBrush();
  showView();
}

function showResult(result) {
  painter.set({ result });
  objects.show(result);
  selection.renew(result);
  if (result) say(plural(result.objects.length, "object"));
}

function showState() {
  const { state, history, result, isFresh } = work;
  const before = painter.scene.state;
  if (before !== state) {
    painter.set({ state });
    if (before?.strokes !== state?.strokes || before?.merges !== state?.merges) selection.forgetMarks();
  }
  const n = result?.objects.length;
  byId("count").textContent = n === undefined ? "–" : n.toLocaleString("en");
  byId("count-what").textContent = n === 1 ? "object" : "objects";
  byId("panel").classList.toggle("stale", !isFresh);
  if (isFresh) {
    const drawn = state.strokes.length ? plural(state.strokes.length, "stroke") : "Draw where objects meet";
    byId("status").textContent = `${drawn} · ${result.seconds.toFixed(2)} s`;
  } else if (!work.solving.isRunning) {
    byId("status").textContent = state ? "Not run yet: press Run or Enter" : "";
  }
  byId("run").disabled = !work.canRun;
  byId("undo").disabled = !history.canUndo;
  byId("redo").disabled = !history.canRedo;
  byId("undo").title = history.canUndo ? `Undo ${state.what} (Ctrl Z)` : "Nothing to undo";
  byId("redo").title = history.canRedo ? `Redo ${history.future[0].what} (Ctrl Shift Z)` : "Nothing to redo";
  const nMarks = state ? state.strokes.length + state.merges.length : 0;
  byId("clear").disabled = nMarks === 0;
  byId("intro").hidden = nMarks > 0;
}

function showView() {
  byId("zoom").textContent = `${Math.round(100 * viewport.scale)} %`;
  byId("fit").disabled = viewport.isFitted;
  painter.ask();
}

function showBrush() {
  const width = brushWidth();
  byId("brush").value = Math.log2(width);
  byId("brush-value").textContent = `${width} px`;
  byId("brush").setAttribute("aria-valuetext", `${width} pixels`);
  if (painter.scene.brush) painter.set({ brush: { ...painter.scene.brush, width } });
}

// For those who hear the page: the number of objects, and what the keyboard's pen does.
function say(text) {
  byId("spoken").textContent = text;
}

// ---- settings

// The setting is for a small picture; on a finer one the same brush has more pixels.
function fineness() {
  return Math.max(1, Math.sqrt((viewport.picture.width * viewport.picture.height) / 160_000));
}

function brushWidth() {
  return Math.max(1, Math.round(settings.brush * fineness()));
}

function setBrush(width) {
  settings.brush = Math.min(Math.max(Math.round(width), 1), 128) / fineness();
  saveSettings(settings);
  showBrush();
}

function setOpacity(opacity) {
  settings.opacity = opacity;
  saveSettings(settings);
  byId("opacity").value = opacity;
  byId("opacity-value").textContent = `${Math.round(100 * opacity)} %`;
  painter.set({ opacity });
}

function setAuto(isAuto) {
  settings.auto = work.isAuto = isAuto;
  saveSettings(settings);
  byId("auto").checked = isAuto;
  if (isAuto) work.run();
}

// ---- actions

function zoomBy(factor) {
  viewport.zoomAt(viewport.screen.width / 2, viewport.screen.height / 2, factor);
  showView();
}

async function open(blob) {
  byId("stage").classList.add("opening");
  await work.open(blob);
  byId("stage").classList.remove("opening");
}

function cancel() {
  if (gestures.isDrawing) gestures.cancel();
  else if (pen.isDown) pen.drop();
  else if (byId("export-menu").open) {
    byId("export-menu").open = false;
    byId("export-menu").querySelector("summary").focus();
  } else if (work.solving.isRunning) {
    work.solving.cancel();
    say("Cancelled");
  } else selection.drop();
}

async function exportAs(kind, ending) {
  byId("export-menu").open = false;
  if (!work.state) return;
  try {
    await download(work.pictures, work.state, kind, ending, settings.opacity);
  } catch (error) {
    if (!isCancel(error)) showError(error.message);
  }
}

async function copyPython() {
  if (!work.state || !(await work.mergesAreKnown())) return;
  const text = pythonOf(work.state, work.picture);
  try {
    await navigator.clipboard.writeText(text);
    showNote("Python copied");
  } catch {
    // Not allowed, or not a safe address: the person copies it.
    byId("python-text").value = text;
    byId("python").showModal();
    byId("python-text").select();
  }
}

const actions = {
  erase: () => selection.erase(),
  thinner: () => setBrush(Math.min(brushWidth() - 1, brushWidth() / 1.25)),
  thicker: () => setBrush(Math.max(brushWidth() + 1, brushWidth() * 1.25)),
  undo: () => work.travel("undo"),
  redo: () => work.travel("redo"),
  clear: () => work.clear(),
  zoomIn: () => zoomBy(1.25),
  zoomOut: () => zoomBy(0.8),
  fit() {
    viewport.fit();
    showView();
  },
  hide: () => painter.set({ opacity: painter.scene.opacity ? 0 : settings.opacity || 0.5 }),
  theme: toggleTheme,
  run: () => work.run(),
  auto: () => setAuto(!settings.auto),
  cancel,
  open: () => byId("file").click(),
  export() {
    byId("export-menu").open = true;
    byId("exports").querySelector("button").focus();
  },
  python: copyPython,
  help: () => byId("help").showModal(),
  move(event) {
    pen.move(event);
    selection.hover(...viewport.toScreen(pen.cross), "mouse", brushWidth());
    painter.set({ brush: null });
  },
  pen: () => say(pen.toggle()),
  choose() {
    if (!pen.cross) return say(pen.showCross());
    const { state } = work;
    selection.tap(...viewport.toScreen(pen.cross), "mouse");
    if (!byId("selection").hidden) say(byId("selection-text").textContent);
    else say(work.state === state ? "Nothing chosen" : "Merged");
  },
};

const BUTTONS = {
  undo: "undo",
  redo: "redo",
  clear: "clear",
  "zoom-in": "zoomIn",
  "zoom-out": "zoomOut",
  fit: "fit",
  run: "run",
  cancel: "cancel",
  open: "open",
  "python-copy": "python",
  theme: "theme",
  "help-open": "help",
  erase: "erase",
};

function connect() {
  for (const [id, name] of Object.entries(BUTTONS)) byId(id).addEventListener("click", () => actions[name]());
  byId("selection-drop").addEventListener("click", () => selection.drop());
  byId("brush").addEventListener("input", (event) => setBrush(2 ** event.target.value));
  byId("opacity").addEventListener("input", (event) => setOpacity(Number(event.target.value)));
  byId("auto").addEventListener("change", (event) => setAuto(event.target.checked));
  byId("file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    event.target.value = ""; // so that the same file can be chosen again
    if (file) open(file);
  });
  byId("exports").append(...exportButtons(exportAs));
  addEventListener("pointerdown", (event) => {
    if (!byId("export-menu").contains(event.target)) byId("export-menu").open = false;
  });
  for (const dialog of document.querySelectorAll("dialog")) {
    const isOutside = (event) => event.target === dialog || event.target.closest(".close");
    dialog.addEventListener("click", (event) => isOutside(event) && dialog.close());
  }
  takeDropsAndPastes(open);
  listenToKeys(canvas, actions);
  const stage = byId("stage");
  new ResizeObserver(() => {
    const tools = byId("toolbar").offsetHeight;
    viewport.setScreen(stage.clientWidth, stage.clientHeight, { top: 20, right: 20, bottom: tools + 32, left: 20 });
    showView();
  }).observe(stage);
}

fillHelp();
connect();
setOpacity(settings.opacity);
work.isAuto = byId("auto").checked = settings.auto;
showBrush();
showState();
if (!(await work.restore())) await open(null);
store.tidy();
