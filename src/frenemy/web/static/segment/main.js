// The segmentation page: its components, and the actions of its controls.

import { closeDialogsOutside, closeMenu, closeMenusOutside } from "../shared/dismiss.js";
import { copyText } from "../shared/clipboard.js";
import { byId } from "../shared/dom.js";
import { plural } from "../shared/text.js";
import { listenToDropsAndPastes } from "../shared/drop_and_paste.js";
import { Gestures } from "../shared/gestures.js";
import { fillHelp, listenToKeys } from "../shared/key_table.js";
import { showError } from "../shared/notices.js";
import { exportButtons } from "../shared/export_menu.js";
import { toggleTheme } from "../shared/theme.js";
import { Viewport } from "../shared/viewport.js";
import { isAbort } from "../shared/requests.js";
import { BorderLines } from "./canvas/border_lines.js";
import { Flash } from "./canvas/flash.js";
import { Paint } from "./canvas/paint.js";
import { Mover } from "./canvas/mover.js";
import { Painter } from "./canvas/painter.js";
import { downloadExport, EXPORTS } from "./exports.js";
import { hideTip } from "./canvas/hover_tip.js";
import { isAvailableOn, KEYS } from "./keys.js";
import { ClassDialog } from "./naming/class_dialog.js";
import { Naming } from "./naming/naming.js";
import { ObjectList } from "./object_list.js";
import { looksOf } from "./object_looks.js";
import { Pen } from "./canvas/pen.js";
import { countMarks, hasSameMarks } from "./document/kinds.js";
import { hasOnlyMoved } from "./document/moving.js";
import { pythonCode } from "./document/python_code.js";
import { Selection, TITLES } from "./canvas/selection.js";
import { loadSettings, saveSettings } from "./settings.js";
import { Store } from "./document/store.js";
import { Editor } from "./editor.js";
import { readFolder } from "./queue/folder.js";
import { Queue } from "./queue/queue.js";
import { Preview } from "./solving/preview.js";
import { Tools } from "./tools.js";

const settings = loadSettings();
const canvas = byId("canvas");
const viewport = new Viewport();
const painter = new Painter(canvas, viewport);
const flash = new Flash(painter);
const store = await Store.open();
const folder = await readFolder();
const saved = folder ? null : await store.load();
const editor = new Editor(store, saved, { picture: showPicture, result: showResult, changed: showState });
const queue = new Queue(editor, folder);
const objects = new ObjectList({
  choose: (label) => selection.tapInList(label),
  rename: (id) => naming.edit(selection.doubleTapInList(id)),
  point: (label) => painter.set({ hoveredLabel: label }),
});
const selection = new Selection(editor, painter, viewport, objects, () => {
  naming.show();
  tools.showPaintButtons();
});
const naming = new Naming(editor, selection, viewport);
const classDialog = new ClassDialog(editor);
const preview = new Preview(editor, () => settings.preview, (change) => painter.set({ foreseen: change && new BorderLines(change) }));
const paint = new Paint(editor, viewport, selection);
const pen = new Pen(editor, painter, viewport, () => tools.brushWidth, preview, paint);
const mover = new Mover(editor, painter, viewport, selection, preview);
const tools = new Tools({ pen, paint, painter, viewport, selection }, settings, (text) => {
  discard();
  say(text);
});
const gestures = new Gestures(canvas, {
  start(x, y, type, isShift) {
    hideTip();
    pen.hideCross();
    if (isShift || tools.isPainting || !mover.start(x, y, type)) pen.start(x, y, isShift);
  },
  draw: (samples) => (mover.isDragging ? mover.move(samples) : pen.draw(samples)),
  end: () => (mover.isDragging ? mover.end() : pen.end()),
  discard,
  tap: (x, y, type) => (tools.isPainting ? paint.tap(x, y, pen.tool, tools.brushWidth) : selection.tap(x, y, type)),
  doubleTap: (x, y, type) => tools.isPainting || naming.editAt(x, y, type), // two spots side by side are no double tap
  hover(x, y, type) {
    selection.hover(x, y, type, tools.penWidth);
    const grip = mover.gripAt(x, y, type);
    canvas.classList.toggle("movable", grip !== null);
    if (grip) painter.set({ brush: null });
  },
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

// ---- display

function showPicture(picture, bitmap) {
  gestures.cancel(); // the current stroke belongs to the previous picture
  discard();
  viewport.setPicture(picture.width, picture.height);
  pen.hideCross();
  painter.set({ bitmap });
  byId("picture-name").textContent = picture.name;
  document.title = `${picture.name} – frenemy`;
  tools.showBrush();
  showView();
}

function showResult(result) {
  painter.set({ result });
  flash.update(result);
  preview.note(result);
  showLooks();
  selection.update(result);
  paint.update(result);
  painter.set({ wet: paint.waiting() });
  if (result) say(plural(result.objects.length, "object"));
}

let looksFor = []; // what the looks on the screen were made from

// Names and colors of the objects.
function showLooks() {
  const { result, state } = editor;
  const made = [result, state?.names, state?.classes, settings.colorBy];
  if (made.every((one, i) => one === looksFor[i]) && looksFor.length) return;
  looksFor = made;
  const looks = result && state ? looksOf(result, state, settings.colorBy) : [];
  painter.set({ looks });
  objects.show(result, looks);
  selection.looks = looks;
  selection.show();
  classDialog.show(looks);
}

function showState() {
  showLooks();
  const { state, history, result, isFresh } = editor;
  const before = painter.scene.state;
  if (before !== state) {
    painter.set({ state, wet: paint.waiting() });
    if (!hasSameMarks(before, state) && !hasOnlyMoved(before, state)) selection.forgetMarks();
  }
  const n = result?.objects.length;
  byId("count").textContent = n === undefined ? "–" : n.toLocaleString("en");
  byId("count-what").textContent = n === 1 ? "object" : "objects";
  byId("panel").classList.toggle("stale", !isFresh);
  if (isFresh) {
    const { strokes, joins, masks } = state;
    const counts = { stroke: strokes.length, join: joins.length, mask: masks.length };
    const drawn = Object.entries(counts).map(([name, many]) => many && plural(many, name));
    byId("status").textContent = `${drawn.filter(Boolean).join(", ") || "Draw where objects meet"} · ${result.seconds.toFixed(2)} s`;
  } else if (!editor.solving.isRunning) {
    byId("status").textContent = state ? "Not run yet: press Run or Enter" : "";
  }
  byId("run").disabled = !editor.canRun;
  byId("undo").disabled = !history.canUndo;
  byId("redo").disabled = !history.canRedo;
  byId("undo").title = history.canUndo ? `Undo ${state.what} (Ctrl Z)` : "Nothing to undo";
  byId("redo").title = history.canRedo ? `Redo ${history.future[0].what} (Ctrl Shift Z)` : "Nothing to redo";
  const nMarks = state ? countMarks(state) : 0;
  byId("clear").disabled = nMarks === 0;
  byId("intro").hidden = nMarks > 0;
  tools.showPaintButtons();
}

function showView() {
  byId("zoom").textContent = `${Math.round(100 * viewport.scale)} %`;
  byId("fit").disabled = viewport.isFitted;
  painter.schedule();
}

// Announcements for screen readers.
function say(text) {
  byId("spoken").textContent = text;
}

// ---- settings

function setOpacity(opacity) {
  settings.opacity = opacity;
  saveSettings(settings);
  byId("opacity").value = opacity;
  byId("opacity-value").textContent = `${Math.round(100 * opacity)} %`;
  painter.set({ opacity });
}

function setColorBy(colorBy) {
  settings.colorBy = colorBy;
  saveSettings(settings);
  for (const one of ["object", "class"]) byId(`color-${one}`).setAttribute("aria-pressed", String(one === colorBy));
  showLooks();
}

function setAuto(isAuto) {
  settings.auto = editor.isAuto = isAuto;
  saveSettings(settings);
  byId("auto").checked = isAuto;
  if (isAuto) editor.run();
}

function setPreview(isOn) {
  settings.preview = byId("preview").checked = isOn;
  saveSettings(settings);
}

// ---- actions

// Nothing comes of the line that is being drawn or moved.
function discard() {
  mover.discard();
  pen.discard();
}

function zoomBy(factor) {
  viewport.zoomAt(viewport.screen.width / 2, viewport.screen.height / 2, factor);
  showView();
}

async function open(blob) {
  byId("stage").classList.add("opening");
  await editor.open(blob);
  byId("stage").classList.remove("opening");
}

function openFiles(files) {
  return queue.takes(files) ? queue.add(files) : open(files[0]);
}

function cancel() {
  if (gestures.isDrawing) gestures.cancel();
  else if (pen.isDown || mover.isHeld) discard();
  else if (!closeMenu()) {
    const isIdle = !editor.solving.isRunning && tools.isPainting;
    if (isIdle && (paint.isNew || selection.id === null)) return tools.take(paint.isNew ? pen.tool : "stroke");
    if (!editor.solving.isRunning) return selection.clear();
    editor.solving.cancel();
    say("Cancelled");
  }
}

async function exportAs(row) {
  byId("export-menu").open = false;
  if (!editor.state) return;
  try {
    await downloadExport(editor.pictures, editor.state, row, settings);
  } catch (error) {
    if (!isAbort(error)) showError(error.message);
  }
}

async function copyPython() {
  if (!editor.state || !(await editor.mergesAreKnown())) return;
  await copyText(pythonCode(editor.state, editor.picture), "Python copied", "python");
}

const actions = {
  erase: () => (tools.isPainting ? paint.removeLast() : selection.erase()),
  join: () => tools.toggle("join"),
  brush: () => tools.toggle("brush"),
  eraser: () => tools.toggle("eraser"),
  newObject: () => tools.toggleNew(),
  clearPaint: () => paint.clear(selection.id),
  thinner: () => tools.thinner(),
  thicker: () => tools.thicker(),
  undo: () => editor.travel("undo"),
  redo: () => editor.travel("redo"),
  clear: () => editor.clear(),
  zoomIn: () => zoomBy(1.25),
  zoomOut: () => zoomBy(0.8),
  fit() {
    viewport.fit();
    showView();
  },
  rename: () => naming.editSelected(),
  giveClass: (event) => naming.giveClass(Number(event.key) - 1),
  classes: () => classDialog.open(),
  colors: () => setColorBy(settings.colorBy === "class" ? "object" : "class"),
  hide: () => painter.set({ opacity: painter.scene.opacity ? 0 : settings.opacity || 0.5 }),
  theme: toggleTheme,
  run: () => editor.run(),
  auto: () => setAuto(!settings.auto),
  preview: () => setPreview(!settings.preview),
  cancel,
  previous: () => queue.step(-1),
  next: () => queue.step(1),
  done: () => queue.toggleDone(),
  open: () => byId("file").click(),
  export() {
    byId("export-menu").open = true;
    byId("exports").querySelector("button").focus();
  },
  python: copyPython,
  help: () => byId("help").showModal(),
  move(event) {
    if (!pen.isDown && mover.hold(event)) return;
    pen.move(event);
    selection.hover(...viewport.toScreen(pen.cross), "mouse", tools.penWidth);
    painter.set({ brush: null });
  },
  pen: () => say(pen.toggle()),
  choose() {
    if (!pen.cross) return say(pen.showCross());
    const { state } = editor;
    if (tools.isPainting) paint.tap(...viewport.toScreen(pen.cross), pen.tool, tools.brushWidth);
    else selection.tap(...viewport.toScreen(pen.cross), "mouse");
    if (mover.selected) say(`${TITLES[selection.mark.kind]} selected: arrow keys move it, Delete erases it, Escape leaves it`);
    else if (!byId("selection").hidden) say(byId("selection-text").textContent);
    else say(editor.state === state ? "Nothing chosen" : "Merged");
  },
};

const BUTTONS = {
  undo: "undo",
  redo: "redo",
  clear: "clear",
  join: "join",
  "brush-tool": "brush",
  "eraser-tool": "eraser",
  "new-object": "newObject",
  "clear-paint": "clearPaint",
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
  rename: "rename",
  "classes-open": "classes",
};

function connect() {
  for (const [id, name] of Object.entries(BUTTONS)) byId(id).addEventListener("click", () => actions[name]());
  byId("selection-drop").addEventListener("click", () => selection.clear());
  for (const one of ["object", "class"]) byId(`color-${one}`).addEventListener("click", () => setColorBy(one));
  byId("brush").addEventListener("input", (event) => tools.setWidth(2 ** event.target.value));
  byId("opacity").addEventListener("input", (event) => setOpacity(Number(event.target.value)));
  byId("auto").addEventListener("change", (event) => setAuto(event.target.checked));
  byId("preview").addEventListener("change", (event) => setPreview(event.target.checked));
  byId("file").addEventListener("change", (event) => {
    const files = [...event.target.files];
    event.target.value = ""; // so that the same file can be chosen again
    if (files.length) openFiles(files);
  });
  byId("exports").append(...exportButtons(EXPORTS, exportAs));
  closeMenusOutside();
  closeDialogsOutside();
  listenToDropsAndPastes(openFiles);
  listenToKeys(KEYS, actions, isAvailableOn(canvas));
  addEventListener("keyup", (event) => event.key.startsWith("Arrow") && mover.release() && say("Moved"));
  addEventListener("blur", () => mover.release());
  // Space must not scroll the page.
  canvas.addEventListener("keydown", (event) => event.code === "Space" && event.preventDefault());
  const stage = byId("stage");
  new ResizeObserver(() => {
    const bottom = byId("toolbar").offsetHeight + 32;
    viewport.setScreen(stage.clientWidth, stage.clientHeight, { top: 20, right: 20, bottom, left: 20 });
    showView();
  }).observe(stage);
}

fillHelp(KEYS);
connect();
setOpacity(settings.opacity);
setColorBy(settings.colorBy);
editor.isAuto = byId("auto").checked = settings.auto;
byId("preview").checked = settings.preview;
tools.showBrush();
showState();
if (!(await queue.begin()) && !(await editor.restore())) await open(null);
store.tidy();
