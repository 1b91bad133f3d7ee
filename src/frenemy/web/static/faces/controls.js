// Which control does what: keys, buttons, clicks on faces and people.

import { closeDialogsOutside, closeMenu, closeMenusOutside } from "../shared/closing.js";
import { copyText } from "../shared/copying.js";
import { byId } from "../shared/dom.js";
import { takeDropsAndPastes } from "../shared/drop_and_paste.js";
import { fillHelp, listenToKeys } from "../shared/key_table.js";
import { clearErrors, showError, showNote } from "../shared/notices.js";
import { toggleTheme } from "../shared/theme.js";
import { download, exportButtons } from "./exports.js";
import { isOffered, KEYS } from "./keys.js";

// page: { settings, home, album, parts } of what is open, which changes
export function connectControls(page, showing, changes) {
  const actions = actionsOf(page, showing, changes);
  for (const [id, act] of Object.entries(buttonsOf(page, changes, actions))) byId(id).addEventListener("click", () => act());
  byId("scroll").addEventListener("click", (event) => clicked(event, page, showing));
  byId("exports").append(...exportButtons((kind) => exportAs(page.album, kind)));
  byId("search").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.target.value) event.target.blur();
    if (event.key === "ArrowDown") byId("people").querySelector(".cover")?.focus();
  });
  addEventListener("hashchange", () => showing.view());
  closeMenusOutside();
  closeDialogsOutside();
  takeDropsAndPastes((files) => {
    if (page.home) page.home.look(files.filter((file) => file.type.startsWith("image/") || !file.type));
    else if (page.album) showNote("Put photos into the folder that was scanned, then look for new photos");
  });
  listenToKeys(KEYS, actions, isOffered(() => page.album?.people));
  fillHelp(KEYS);
}

// By the names that the table of keys has.
function actionsOf(page, showing, changes) {
  const chosen = (act) => () => {
    const { faces } = page.parts.selection;
    return faces.length && act(faces);
  };
  return {
    yes: () => page.parts.questions.answer("same"),
    no: () => page.parts.questions.answer("apart"),
    other: () => page.parts.questions.other(),
    someoneElse: () => page.parts.questions.someoneElse(),
    noFace: () => page.parts.questions.noFace(),
    before: () => page.parts.questions.step(-1),
    next: () => page.parts.questions.step(1),
    select: (event) => select(event, page.parts),
    selectAll() {
      const { selection, person, overview } = page.parts;
      if (person.id) selection.all("face", person.list.items);
      else selection.all("person", overview.list.items);
    },
    moveTo: chosen((faces) => changes.moveTo(faces, faces.map((face) => face.doubt?.other))),
    newPerson: chosen((faces) => changes.move(faces, null)),
    same: () => changes.chosenSame(),
    apart: () => changes.chosenApart(),
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

// By id.
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
    "chosen-move": actions.moveTo,
    "chosen-new": actions.newPerson,
    "chosen-same": actions.same,
    "chosen-apart": actions.apart,
    "chosen-no-face": actions.notFaces,
    "chosen-drop": () => page.parts.selection.drop(),
  };
}

// ---- faces and people

function clicked(event, { album, parts }, showing) {
  const row = event.target.closest(".face, .person");
  if (!row) return;
  const [kind, id] = itemOf(row);
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const small = event.target.closest(".small");
  if (event.target.closest(".tick")) select(event, parts);
  else if (small && isPlain) showing.large(album.byId.get(small.dataset.face), album.personById.get(id).faces);
  else if (!event.target.closest(".tile, .small")) return;
  else if (!isPlain) select(event, parts);
  else if (kind === "person") showing.openPerson(album.personById.get(id));
  else showing.large(album.byId.get(id), parts.person.order);
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

// ---- work that takes its time

async function exportAs(album, kind) {
  byId("export-menu").open = false;
  try {
    await download(album, kind);
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

// One step back from whatever is open, chosen or under way.
function escape(page) {
  const { album, parts } = page;
  if (closeMenu()) return;
  if (parts.selection.ids.size) parts.selection.drop();
  else if (album.scan) cancel(page);
  else if (parts.person.id) location.hash = "";
  else if (byId("search").value) {
    byId("search").value = "";
    parts.overview.show({ isAnew: true });
  }
}
