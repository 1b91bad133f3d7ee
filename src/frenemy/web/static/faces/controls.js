// The actions of all controls: keys, buttons, clicks on faces and people.

import { closeDialogsOutside, closeMenu, closeMenusOutside } from "../shared/dismiss.js";
import { copyText } from "../shared/clipboard.js";
import { byId } from "../shared/dom.js";
import { listenToDropsAndPastes } from "../shared/drop_and_paste.js";
import { fillHelp, listenToKeys } from "../shared/key_table.js";
import { clearErrors, keepNoticesAbove, showError, showNote } from "../shared/notices.js";
import { exportButtons } from "../shared/export_menu.js";
import { toggleTheme } from "../shared/theme.js";
import { downloadExport, EXPORTS } from "./exports.js";
import { isAvailable, KEYS } from "./keys.js";

// page: { settings, home, album, parts }, whose fields change
export function connectControls(page, view, changes) {
  const actions = actionsOf(page, view, changes);
  for (const [id, act] of Object.entries(buttonsOf(page, changes, actions))) byId(id).addEventListener("click", () => act());
  byId("scroll").addEventListener("click", (event) => clicked(event, page, view));
  byId("exports").append(...exportButtons(EXPORTS, (row) => exportAs(page.album, row)));
  byId("search").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.target.value) event.target.blur();
    if (event.key === "ArrowDown") byId("people").querySelector(".cover")?.focus();
  });
  addEventListener("hashchange", () => view.show());
  keepNoticesAbove(byId("toolbar"));
  closeMenusOutside();
  closeDialogsOutside();
  listenToDropsAndPastes((files) => {
    if (page.home) page.home.upload(files.filter((file) => file.type.startsWith("image/") || !file.type));
    else if (page.album) showNote("Put photos into the scanned folder, then scan for new photos");
  });
  listenToKeys(KEYS, actions, isAvailable(() => page.album?.people));
  fillHelp(KEYS);
}

// By the action names of the key table.
function actionsOf(page, view, changes) {
  const chosen = (act) => () => {
    const { faces } = page.parts.selection;
    return faces.length && act(faces);
  };
  return {
    yes: () => page.parts.questions.answer(true),
    no: () => page.parts.questions.answer(false),
    other: () => page.parts.questions.other(),
    someoneElse: () => page.parts.questions.someoneElse(),
    noFace: () => page.parts.questions.noFace(),
    before: () => page.parts.questions.step(-1),
    next: () => page.parts.questions.step(1),
    select: (event) => select(event, page.parts),
    selectAll() {
      const { selection, person, overview } = page.parts;
      if (person.id) selection.addAll("face", person.list.items);
      else selection.addAll("person", overview.list.items);
    },
    moveTo: chosen((faces) => changes.moveTo(faces, faces.map((face) => face.doubt?.other))),
    newPerson: chosen((faces) => changes.move(faces, null)),
    same: () => changes.chosenSame(),
    apart: () => changes.chosenApart(),
    split: () => changes.proposeSplit(),
    notFaces: chosen((faces) => changes.noFace(faces)),
    rename(event) {
      const row = event.target.closest(".person");
      (row?.querySelector(".name") ?? (page.parts.person.id && byId("person-name")))?.focus();
    },
    undo: () => changes.travel("undo"),
    redo: () => changes.travel("redo"),
    search() {
      if (page.parts.person.id) location.hash = "";
      byId("finder").hidden = false;
      byId("search").focus();
    },
    hideSingles: () => page.parts.overview.hideSingles(!page.settings.hideSingles),
    escape: () => escape(page),
    rescan: () => rescan(page.album),
    export() {
      byId("export-menu").open = true;
      byId("exports").querySelector("button").focus();
    },
    python: () => copyText(page.album.about.python, "Python copied", "python"),
    theme: toggleTheme,
    help: () => byId("help").showModal(),
  };
}

// By the ids of buttons.
function buttonsOf(page, changes, actions) {
  return {
    undo: actions.undo,
    redo: actions.redo,
    rescan: actions.rescan,
    cancel: () => cancel(page),
    "python-copy": actions.python,
    theme: actions.theme,
    "help-open": actions.help,
    back: () => (location.hash = ""),
    "person-same": () => changes.sameAs(),
    "person-apart": () => changes.notSameAs(),
    "person-split": actions.split,
    "chosen-move": actions.moveTo,
    "chosen-new": actions.newPerson,
    "chosen-same": actions.same,
    "chosen-apart": actions.apart,
    "chosen-no-face": actions.notFaces,
    "chosen-drop": () => page.parts.selection.clear(),
  };
}

// ---- faces and people

function clicked(event, { album, parts }, view) {
  const row = event.target.closest(".face, .person");
  if (!row) return;
  const [kind, id] = itemOf(row);
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const small = event.target.closest(".small");
  if (event.target.closest(".tick")) select(event, parts);
  else if (small && isPlain) view.showFace(album.byId.get(small.dataset.face), album.personById.get(id).faces);
  else if (event.target.closest(".tile, .small")) {
    if (!isPlain) select(event, parts);
    else if (kind === "person") view.openPerson(album.personById.get(id));
    else view.showFace(album.byId.get(id), parts.person.order);
  }
}

// Select the face or person of the event or, with Shift, all up to there.
function select(event, { selection, person, overview }) {
  const [kind, id] = itemOf(event.target.closest(".face, .person"));
  if (event.shiftKey) selection.extend(kind, id, (kind === "face" ? person : overview).list.items);
  else selection.toggle(kind, id);
}

function itemOf(row) {
  return row.dataset.face ? ["face", row.dataset.face] : ["person", row.dataset.person];
}

// ---- long operations

async function exportAs(album, row) {
  byId("export-menu").open = false;
  try {
    await downloadExport(album, row);
  } catch (error) {
    showError(error.message);
  }
}

async function rescan(album) {
  if (byId("rescan").disabled) return;
  clearErrors();
  try {
    await album.startScan();
  } catch (error) {
    showError(error.message);
  }
}

function cancel({ home, album }) {
  if (home?.cancel()) return;
  if (album?.scan) album.cancelScan().catch((error) => showError(error.message));
}

// Escape: close the menu, clear the selection, cancel the scan, leave the person, or clear the search.
function escape(page) {
  const { album, parts } = page;
  if (closeMenu()) return;
  if (parts.selection.ids.size) parts.selection.clear();
  else if (album.scan) cancel(page);
  else if (parts.person.id) location.hash = "";
  else if (byId("search").value) {
    byId("search").value = "";
    parts.overview.show({ isReset: true });
  }
}
