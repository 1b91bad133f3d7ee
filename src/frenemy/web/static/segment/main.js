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
import { Mover } from "./canvas/mover.js";
import { JOIN_WIDTH, Painter } from "./canvas/painter.js";
import { downloadExport, EXPORTS } from "./exports.js";
import { hideTip } from "./canvas/hover_tip.js";
import { isAvailableOn, KEYS } from "./keys.js";
import { ClassDialog } from "./naming/class_dialog.js";
import { Naming } from "./naming/naming.js";
import { ObjectList } from "./object_list.js";
import { looksOf } from "./object_looks.js";
import { Pen } from "./canvas/pen.js";
import { hasSameMarks } from "./document/marks.js";
import { hasOnlyMoved } from "./document/moving.js";
import { pythonCode } from "./document/python_code.js";
import { Selection, TITLES } from "./canvas/selection.js";
import { loadSettings, saveSettings } from "./settings.js";
import { Store } from "./document/store.js";
import { Editor } from "./editor.js";
import { readFolder } from "./queue/folder.js";
import { Queue } from "./queue/queue.js";
import { Preview } from "./solving/preview.js";

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
const selection = new Selection(editor, painter, viewport, objects, () => naming.show());
const naming = new Naming(editor, selection, viewport);
const classDialog = new ClassDialog(editor);
const preview = new Preview(editor, () => settings.preview, (change) => painter.set({ foreseen: change && new BorderLines(change) }));
const pen = new Pen(editor, painter, viewport, brushWidth, preview);
const mover = new Mover(editor, painter, viewport, selection, preview);
const gestures = new Gestures(canvas, {
  start(x, y, type, isShift) {
    hideTip();
    pen.hideCross();
    if (isShift || !mover.start(x, y, type)) pen.start(x, y, isShift);
  },
  draw: (samples) => (mover.isDragging ? mover.move(samples) : pen.draw(samples)),
  end: () => (mover.isDragging ? mover.end() : pen.end()),
  discard,
  tap: (x, y, type) => selection.tap(x, y, type),
  doubleTap: (x, y, type) => naming.editAt(x, y, type),
  hover(x, y, type) {
    selection.hover(x, y, type, penWidth());
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
  showBrush();
  showView();
}

function showResult(result) {
  painter.set({ result });
  flash.update(result);
  preview.note(result);
  showLooks();
  selection.update(result);
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
    painter.set({ state });
    if (!hasSameMarks(before, state) && !hasOnlyMoved(before, state)) selection.forgetMarks();
  }
  const n = result?.objects.length;
  byId("count").textContent = n === undefined ? "–" : n.toLocaleString("en");
  byId("count-what").textContent = n === 1 ? "object" : "objects";
  byId("panel").classList.toggle("stale", !isFresh);
  if (isFresh) {
    const { strokes, joins } = state;
    const drawn = [strokes.length && plural(strokes.length, "stroke"), joins.length && plural(joins.length, "join")];
    byId("status").textContent = `${drawn.filter(Boolean).join(", ") || "Draw where objects meet"} · ${result.seconds.toFixed(2)} s`;
  } else if (!editor.solving.isRunning) {
    byId("status").textContent = state ? "Not run yet: press Run or Enter" : "";
  }
  byId("run").disabled = !editor.canRun;
  byId("undo").disabled = !history.canUndo;
  byId("redo").disabled = !history.canRedo;
  byId("undo").title = history.canUndo ? `Undo ${state.what} (Ctrl Z)` : "Nothing to undo";
  byId("redo").title = history.canRedo ? `Redo ${history.future[0].what} (Ctrl Shift Z)` : "Nothing to redo";
  const nMarks = state ? state.strokes.length + state.joins.length + state.merges.length + state.names.length : 0;
  byId("clear").disabled = nMarks === 0;
  byId("intro").hidden = nMarks > 0;
}

function showView() {
  byId("zoom").textContent = `${Math.round(100 * viewport.scale)} %`;
  byId("fit").disabled = viewport.isFitted;
  painter.schedule();
}

function showBrush() {
  const width = brushWidth();
  byId("brush").value = Math.log2(width);
  byId("brush-value").textContent = `${width} px`;
  byId("brush").setAttribute("aria-valuetext", `${width} pixels`);
  if (painter.scene.brush) painter.set({ brush: { ...painter.scene.brush, width: penWidth() } });
}

// Announcements for screen readers.
function say(text) {
  byId("spoken").textContent = text;
}

// ---- settings

// The setting is for a small picture; on a larger one the same brush has more pixels.
function pixelRatio() {
  return Math.max(1, Math.sqrt((viewport.picture.width * viewport.picture.height) / 160_000));
}

function brushWidth() {
  return Math.max(1, Math.round(settings.brush * pixelRatio()));
}

// Of the line that the pen draws, in picture pixels.
function penWidth() {
  return pen.isJoining ? JOIN_WIDTH / viewport.scale : brushWidth();
}

function setJoining(isJoining) {
  pen.isJoining = isJoining;
  byId("join").setAttribute("aria-pressed", String(isJoining));
  showBrush();
  say(isJoining ? "Lines join objects" : "Lines separate objects");
}

function setBrush(width) {
  settings.brush = Math.min(Math.max(Math.round(width), 1), 128) / pixelRatio();
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
  erase: () => selection.erase(),
  join: () => setJoining(!pen.isJoining),
  thinner: () => setBrush(Math.min(brushWidth() - 1, brushWidth() / 1.25)),
  thicker: () => setBrush(Math.max(brushWidth() + 1, brushWidth() * 1.25)),
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
    selection.hover(...viewport.toScreen(pen.cross), "mouse", penWidth());
    painter.set({ brush: null });
  },
  pen: () => say(pen.toggle()),
  choose() {
    if (!pen.cross) return say(pen.showCross());
    const { state } = editor;
    selection.tap(...viewport.toScreen(pen.cross), "mouse");
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
  byId("brush").addEventListener("input", (event) => setBrush(2 ** event.target.value));
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
    const tools = byId("toolbar").offsetHeight;
    viewport.setScreen(stage.clientWidth, stage.clientHeight, { top: 20, right: 20, bottom: tools + 32, left: 20 });
    showView();
  }).observe(stage);
}

fillHelp(KEYS);
connect();
setOpacity(settings.opacity);
setColorBy(settings.colorBy);
editor.isAuto = byId("auto").checked = settings.auto;
byId("preview").checked = settings.preview;
showBrush();
showState();
if (!(await queue.begin()) && !(await editor.restore())) await open(null);
store.tidy();
