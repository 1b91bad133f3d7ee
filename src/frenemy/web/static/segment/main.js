// The page: what the person does changes the history, the history is solved, the answer is shown.

import { byId, plural } from "../shared/dom.js";
import { Gestures } from "../shared/gestures.js";
import { clearErrors, showError, showNote } from "../shared/notices.js";
import { toggleTheme } from "../shared/theme.js";
import { Viewport } from "../shared/viewport.js";
import { isCancel } from "../shared/wire.js";
import { Painter } from "./canvas.js";
import { download, exportButtons } from "./exports.js";
import { History } from "./history.js";
import { fillHelp, listenToKeys } from "./keys.js";
import { markAt, touchesPicture, without } from "./marks.js";
import { ObjectList, share } from "./objects.js";
import { Pictures } from "./pictures.js";
import { pythonOf } from "./python.js";
import { loadSettings, saveSettings } from "./settings.js";
import { Solving } from "./solving.js";
import { Store } from "./store.js";

const canvas = byId("canvas");
const viewport = new Viewport();
const painter = new Painter(canvas, viewport);
const settings = loadSettings();
let store, pictures, solving;
let history = new History();
let shown = null; // { state, result }: what is on the screen, which may be older than the history's present
let selectedId = null; // of the first of two objects to merge
let selectedMark = null;
let hoveredMark = null;
let live = null; // the stroke being drawn
let isPenDown = false; // by the keyboard
let cross = null; // where the keyboard is
let nOpened = 0;
let onScreen = null; // the picture

// ---- history and result

function change(next, what) {
  history.push(next, what);
  afterChange(settings.auto);
}

function afterChange(isToRun) {
  if (pictures.get(history.present.picture) !== onScreen) return; // on its way; what is shown then will do this again
  selectedMark = hoveredMark = null;
  painter.set({ state: history.present, hoveredMark, selectedMark });
  store.saveWork(history);
  const known = solving.resultOf(history.present);
  if (known) {
    solving.cancel();
    showResult(history.present, known);
  } else if (isToRun) {
    solving.run(history.present, nDrawn());
  } else {
    solving.cancel();
  }
  showState();
}

// How many strokes were drawn on top of what is shown, if nothing else was done since.
function nDrawn() {
  const { strokes, merges } = history.present;
  if (!shown || shown.state.picture !== history.present.picture || shown.state.merges !== merges) return 0;
  const isOnTop = shown.state.strokes.every((stroke, i) => stroke === strokes[i]);
  return isOnTop ? strokes.length - shown.state.strokes.length : 0;
}

// An answer. Strokes may have taken merges back; then that is what the person did.
function solved(state, result) {
  if (state !== history.present) return;
  if (result.merges.length !== state.merges.length) {
    history.amend({ merges: result.merges });
    store.saveWork(history);
    painter.set({ state: history.present });
  }
  solving.keep(history.present, result);
  showResult(history.present, result);
}

async function travel(step) {
  const before = history.present;
  history[step]();
  if (history.present === before) return;
  try {
    const picture = pictures.get(history.present.picture);
    if (picture !== onScreen) await showPicture(picture);
  } catch (error) {
    showError(error.message);
    history[step === "undo" ? "redo" : "undo"](); // it cannot be shown, so stay
    onScreen = pictures.get(history.present.picture);
  }
  afterChange(settings.auto);
}

function showResult(state, result) {
  if (shown && shown.result !== result) shown.result.release();
  shown = { state, result };
  if (!result.labelOfId.has(selectedId)) selectedId = null;
  painter.set({ result, hoveredLabel: null, selectedLabel: result.labelOfId.get(selectedId) });
  objects.show(result);
  objects.mark(selectedId);
  hideHover();
  showState();
  say(plural(result.objects.length, "object"));
}

function hideResult() {
  shown?.result.release();
  shown = null;
  selectedId = null;
  painter.set({ result: null, hoveredLabel: null, selectedLabel: null });
  objects.show(null);
}

async function showPicture(picture) {
  onScreen = picture;
  hideResult();
  const bitmap = await pictures.show(picture);
  if (picture !== onScreen) return; // another one was asked for meanwhile
  pictures.hideAllBut(picture);
  viewport.setPicture(picture.width, picture.height);
  cross = null;
  painter.set({ bitmap, cross });
  byId("picture-name").textContent = picture.name;
  document.title = `${picture.name} – frenemy`;
  showBrush();
  showView();
}

async function openPicture(blob) {
  const mine = ++nOpened;
  byId("stage").classList.add("opening");
  try {
    const picture = await pictures.add(blob);
    if (mine !== nOpened) return;
    clearErrors();
    await showPicture(picture);
    change({ picture: picture.key, strokes: [], merges: [] }, "new picture");
    pictures.keepOnly(history.pictures());
  } catch (error) {
    if (mine === nOpened) showError(error.message);
  } finally {
    if (mine === nOpened) byId("stage").classList.remove("opening");
  }
}

// ---- what the panel says

function showState() {
  const isFresh = shown?.state === history.present;
  const n = shown?.result.objects.length;
  byId("count").textContent = n === undefined ? "–" : n.toLocaleString("en");
  byId("count-what").textContent = n === 1 ? "object" : "objects";
  byId("panel").classList.toggle("stale", !isFresh);
  if (isFresh) {
    byId("status").textContent = `${plural(history.present.strokes.length, "stroke")} · ${shown.result.seconds.toFixed(2)} s`;
  } else if (!solving.isRunning) {
    byId("status").textContent = history.present ? "Not run yet: press Run or Enter" : "";
  }
  byId("run").disabled = !history.present || isFresh || solving.isRunning;
  byId("undo").disabled = !history.canUndo;
  byId("redo").disabled = !history.canRedo;
  byId("undo").title = history.canUndo ? `Undo ${history.present.what} (Ctrl Z)` : "Nothing to undo";
  byId("redo").title = history.canRedo ? `Redo ${history.future[0].what} (Ctrl Shift Z)` : "Nothing to redo";
  const nMarks = history.present ? history.present.strokes.length + history.present.merges.length : 0;
  byId("clear").disabled = nMarks === 0;
  byId("intro").hidden = nMarks > 0;
  showSelection();
}

function showSelection() {
  const bar = byId("selection");
  bar.hidden = selectedMark === null && selectedId === null;
  byId("erase").hidden = selectedMark === null;
  if (selectedMark) byId("selection-text").textContent = `This ${selectedMark.kind} is selected`;
  else if (selectedId !== null) byId("selection-text").textContent = `Object ${selectedId}: choose another to merge it with`;
}

const progress = {
  timer: null,
  started() {
    clearTimeout(progress.timer);
    clearErrors();
    // Quick answers come without a flicker.
    progress.timer = setTimeout(() => {
      byId("progress").hidden = false;
      byId("status").textContent = "Working …";
    }, 180);
  },
  stage(name, done) {
    byId("progress-bar").value = done;
    byId("progress-stage").textContent = name;
  },
  finished() {
    clearTimeout(progress.timer);
    byId("progress").hidden = true;
    byId("progress-bar").removeAttribute("value");
    byId("progress-stage").textContent = "";
    showState();
  },
};

// ---- pointing, choosing, erasing

const reachOf = (type) => (type === "touch" ? 14 : 6) / viewport.scale;

function choose(label, point) {
  const object = shown?.result.objects[label];
  if (!object) return;
  selectedMark = null;
  if (selectedId === null || !chosenPoint) {
    selectedId = object.id;
    chosenPoint = point;
  } else if (selectedId === object.id) {
    selectedId = null;
  } else {
    const merge = [chosenPoint, point];
    selectedId = null;
    painter.set({ selectedLabel: null });
    change({ merges: [...history.present.merges, merge] }, "merge");
  }
  painter.set({ selectedMark, selectedLabel: shown.result.labelOfId.get(selectedId) });
  objects.mark(selectedId);
  showSelection();
}
let chosenPoint = null;

function tap(x, y, type) {
  const point = viewport.toPoint(x, y);
  const mark = markAt(history.present, point, reachOf(type));
  if (mark) {
    dropSelection();
    selectedMark = mark;
    painter.set({ selectedMark });
    showSelection();
    return;
  }
  if (selectedMark) dropSelection();
  const label = shown ? shown.result.labelAt(...point) : -1;
  if (label >= 0) choose(label, rounded(point));
  else dropSelection();
}

function dropSelection() {
  selectedId = selectedMark = null;
  painter.set({ selectedMark, selectedLabel: null });
  objects.mark(null);
  showSelection();
}

function erase(mark) {
  if (!mark) return;
  dropSelection();
  change(without(history.present, mark), `erasing a ${mark.kind}`);
}

function hover(x, y, type) {
  const point = viewport.toPoint(x, y);
  hoveredMark = markAt(history.present ?? { strokes: [], merges: [] }, point, reachOf(type));
  const label = shown && !hoveredMark ? shown.result.labelAt(...point) : -1;
  painter.set({ hoveredMark, hoveredLabel: label, brush: { x, y, width: brushWidth() } });
  if (hoveredMark) showHover(x, y, hoveredMark.kind === "stroke" ? "Stroke" : "Merge", "right-click erases");
  else if (label >= 0) {
    const object = shown.result.objects[label];
    const area = `${object.area.toLocaleString("en")} px, ${share(object, shown.result)}`;
    showHover(x, y, `Object ${object.id}`, area);
  } else hideHover();
}

function showHover(x, y, name, what) {
  const tip = byId("hover");
  byId("hover-name").textContent = name;
  byId("hover-what").textContent = what;
  tip.hidden = false;
  const left = Math.min(x + 16, viewport.screen.width - tip.offsetWidth - 8);
  const top = y + 20 + tip.offsetHeight > viewport.screen.height ? y - tip.offsetHeight - 12 : y + 20;
  tip.style.transform = `translate(${Math.max(left, 8)}px, ${top}px)`;
}

function hideHover() {
  byId("hover").hidden = true;
}

// ---- drawing

// Hundredths of a pixel: enough for any stroke, and short in files and in Python.
const rounded = ([x, y]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100];

function extend(points, point) {
  const [x, y] = points.at(-1);
  if (Math.hypot(point[0] - x, point[1] - y) >= Math.max(0.25, 0.75 / viewport.scale)) points.push(point);
}

function finishStroke() {
  const { points, width } = live;
  live = null;
  painter.set({ live });
  if (!touchesPicture(points, viewport.picture)) return;
  change({ strokes: [...history.present.strokes, { points, width }] }, "stroke");
}

const gestures = new Gestures(canvas, {
  start(x, y) {
    hideHover();
    hideCross();
    if (!history.present) return;
    live = { points: [rounded(viewport.toPoint(x, y))], width: brushWidth() };
    painter.set({ hoveredLabel: null, hoveredMark: null, brush: null });
  },
  draw(samples) {
    if (!live) return;
    for (const [x, y] of samples) extend(live.points, rounded(viewport.toPoint(x, y)));
    painter.set({ live });
  },
  end() {
    if (live) finishStroke();
  },
  drop() {
    live = null;
    painter.set({ live });
  },
  tap: (x, y, type) => history.present && tap(x, y, type),
  hover,
  leave() {
    hoveredMark = null;
    hideHover();
    painter.set({ hoveredLabel: null, hoveredMark, brush: null });
  },
  erase: (x, y, type) => history.present && erase(markAt(history.present, viewport.toPoint(x, y), reachOf(type))),
  pan(dx, dy) {
    viewport.pan(dx, dy);
    showView();
  },
  zoom(x, y, factor) {
    viewport.zoomAt(x, y, factor);
    showView();
  },
});

// ---- the keyboard's own pen

function moveCross(event) {
  const step = (event.shiftKey ? 40 : 8) / viewport.scale;
  const { width, height } = viewport.picture;
  const [x, y] = cross ?? [(width - 1) / 2, (height - 1) / 2];
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const within = (value, size) => Math.min(Math.max(value, -0.5), size - 0.5);
  cross = cross ? [within(x + dx * step, width), within(y + dy * step, height)] : [x, y];
  if (live && isPenDown) extend(live.points, rounded(cross));
  hover(...viewport.toScreen(cross), "mouse");
  painter.set({ cross, brush: null, live });
}

function togglePen() {
  if (!cross || !history.present) return;
  isPenDown = !isPenDown;
  if (isPenDown) {
    live = { points: [rounded(cross)], width: brushWidth() };
    painter.set({ live });
    say("Pen down");
  } else if (live?.points.length > 1) {
    finishStroke();
  } else {
    live = null;
    painter.set({ live });
    say("Pen up");
  }
}

function hideCross() {
  cross = null;
  isPenDown = false;
  painter.set({ cross });
}

// For those who hear the page: the number of objects, and what the keyboard's pen does.
const say = (text) => (byId("spoken").textContent = text);

// ---- controls

function showView() {
  byId("zoom").textContent = `${Math.round(100 * viewport.scale)} %`;
  byId("fit").disabled = viewport.isFitted;
  painter.ask();
}

function zoomBy(factor) {
  viewport.zoomAt(viewport.screen.width / 2, viewport.screen.height / 2, factor);
  showView();
}

// The setting is for a small picture; on a finer one the same brush has more pixels.
const fineness = () => Math.max(1, Math.sqrt((viewport.picture.width * viewport.picture.height) / 160_000));
const brushWidth = () => Math.max(1, Math.round(settings.brush * fineness()));

function showBrush() {
  const width = brushWidth();
  byId("brush").value = Math.log2(width);
  byId("brush-value").textContent = `${width} px`;
  byId("brush").setAttribute("aria-valuetext", `${width} pixels`);
  if (painter.scene.brush) painter.set({ brush: { ...painter.scene.brush, width } });
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
  settings.auto = isAuto;
  saveSettings(settings);
  byId("auto").checked = isAuto;
  if (isAuto && history.present && shown?.state !== history.present && !solving.isRunning) run();
}

function run() {
  if (history.present && shown?.state !== history.present && !solving.isRunning) {
    solving.run(history.present, nDrawn());
    showState();
  }
}

function cancel() {
  if (gestures.isDrawing) gestures.cancel();
  else if (isPenDown) {
    live = null;
    painter.set({ live });
    isPenDown = false;
  } else if (byId("export-menu").open) byId("export-menu").open = false;
  else if (solving.isRunning) {
    solving.cancel();
    say("Cancelled");
  } else dropSelection();
}

async function exportAs(kind, ending) {
  byId("export-menu").open = false;
  try {
    await download(pictures, history.present, kind, ending, settings.opacity);
  } catch (error) {
    if (!isCancel(error)) showError(error.message);
  }
}

async function copyPython() {
  if (!history.present) return;
  const text = pythonOf(history.present, pictures.get(history.present.picture));
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

const objects = new ObjectList({
  choose: (label) => choose(label, shown.result.objects[label].center),
  point: (label) => painter.set({ hoveredLabel: label }),
});

const actions = {
  erase: () => erase(selectedMark ?? hoveredMark),
  thinner: () => setBrush(Math.min(brushWidth() - 1, brushWidth() / 1.25)),
  thicker: () => setBrush(Math.max(brushWidth() + 1, brushWidth() * 1.25)),
  undo: () => travel("undo"),
  redo: () => travel("redo"),
  zoomIn: () => zoomBy(1.25),
  zoomOut: () => zoomBy(0.8),
  fit() {
    viewport.fit();
    showView();
  },
  hide: () => painter.set({ opacity: painter.scene.opacity ? 0 : settings.opacity || 0.5 }),
  theme: toggleTheme,
  run,
  auto: () => setAuto(!settings.auto),
  cancel,
  open: () => byId("file").click(),
  export() {
    byId("export-menu").open = true;
    byId("exports").querySelector("button").focus();
  },
  python: copyPython,
  help: () => byId("help").showModal(),
  move: moveCross,
  pen: togglePen,
  choose: () => cross && tap(...viewport.toScreen(cross), "mouse"),
};

function connect() {
  for (const id of ["undo", "redo", "fit", "run", "open", "python-copy", "theme", "help-open", "cancel"]) {
    const name = { "python-copy": "python", "help-open": "help" }[id] ?? id;
    byId(id).addEventListener("click", () => actions[name]());
  }
  byId("zoom-in").addEventListener("click", actions.zoomIn);
  byId("zoom-out").addEventListener("click", actions.zoomOut);
  byId("erase").addEventListener("click", () => erase(selectedMark));
  byId("selection-drop").addEventListener("click", dropSelection);
  byId("clear").addEventListener("click", () => change({ strokes: [], merges: [] }, "clearing"));
  byId("brush").addEventListener("input", (event) => setBrush(2 ** event.target.value));
  byId("opacity").addEventListener("input", (event) => setOpacity(Number(event.target.value)));
  byId("auto").addEventListener("change", (event) => setAuto(event.target.checked));
  byId("file").addEventListener("change", (event) => {
    const [file] = event.target.files;
    event.target.value = ""; // so that the same file can be chosen again
    if (file) openPicture(file);
  });
  byId("exports").append(...exportButtons(exportAs));
  addEventListener("pointerdown", (event) => {
    if (!byId("export-menu").contains(event.target)) byId("export-menu").open = false;
  });
  for (const button of document.querySelectorAll("dialog .close")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
  listenToKeys(canvas, actions);
  connectDropAndPaste();
  const stage = byId("stage");
  new ResizeObserver(() => {
    const tools = byId("toolbar").offsetHeight;
    viewport.setScreen(stage.clientWidth, stage.clientHeight, { top: 20, right: 20, bottom: tools + 32, left: 20 });
    showView();
  }).observe(stage);
}

function connectDropAndPaste() {
  const veil = byId("drop-veil");
  let depth = 0;
  const hasFile = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => hasFile(event) && (depth++, (veil.hidden = false)));
  addEventListener("dragleave", (event) => hasFile(event) && --depth <= 0 && ((depth = 0), (veil.hidden = true)));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    veil.hidden = true;
    const [file] = event.dataTransfer?.files ?? [];
    if (file) openPicture(file);
  });
  addEventListener("paste", (event) => {
    const [file] = event.clipboardData?.files ?? [];
    if (file) openPicture(file);
  });
}

// ---- start

async function begin() {
  store = await Store.open();
  const work = await store.load();
  pictures = new Pictures(store, work?.pictures);
  solving = new Solving(pictures, {
    ...progress,
    solved,
    failed: (error) => showError(error.message),
  });
  fillHelp();
  connect();
  setOpacity(settings.opacity);
  setAuto(settings.auto);
  showBrush();
  showState();
  if (work && pictures.get(work.present.picture)) {
    history = new History(work.past, work.present, work.future);
    try {
      await showPicture(pictures.get(history.present.picture));
      afterChange(true);
      store.tidy();
      return;
    } catch (error) {
      showError(error.message);
      history = new History();
    }
  }
  await openPicture(null);
  store.tidy();
}

begin();
