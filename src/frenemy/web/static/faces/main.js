// The page: its parts, and which control does what.

import { closeDialogsOutside, closeMenu, closeMenusOutside } from "../shared/closing.js";
import { copyText } from "../shared/copying.js";
import { byId, make, plural } from "../shared/dom.js";
import { takeDropsAndPastes } from "../shared/drop_and_paste.js";
import { fillHelp, listenToKeys } from "../shared/key_table.js";
import { clearErrors, showError, showNote } from "../shared/notices.js";
import { toggleTheme } from "../shared/theme.js";
import { askJson } from "../shared/wire.js";
import { Album, called } from "./album.js";
import { CorrectionList } from "./corrections.js";
import { Drags } from "./drag.js";
import { download, exportButtons } from "./exports.js";
import { Home } from "./home.js";
import { isOffered, KEYS } from "./keys.js";
import { Large } from "./large.js";
import { Naming } from "./naming.js";
import { Overview } from "./overview.js";
import { PersonView } from "./person_view.js";
import { Picker } from "./picker.js";
import { endProgress, showProgress, soonShowProgress } from "./progress.js";
import { Questions } from "./question.js";
import { scroller } from "./scrolling.js";
import { Selection } from "./selection.js";
import { Settings } from "./settings.js";
import { consequences, sentence } from "./told.js";

const settings = new Settings();
let home = null;
let album = null;
let shownRun = null; // of the server
let parts = null; // overview, person, questions, selection, picker, large, corrections

// ---- the album

function open(key) {
  if (location.pathname !== "/faces/" || key !== shownKey()) history.replaceState(null, "", key === "album" ? "/faces/" : `/faces/?album=${key}`);
  byId("home").hidden = true;
  album = new Album(key, { changed: showChange, working: showWorking, scan: showScan, failed: showFailure, back: clearErrors });
  const selection = new Selection(album);
  const marked = () => selection.mark();
  parts = {
    selection,
    overview: new Overview(album, settings, marked),
    person: new PersonView(album, marked),
    picker: new Picker(album),
    corrections: new CorrectionList(album, (one) => change({ do: "take_back", kind: one.kind, faces: one.faces, text: one.text }, "Taken back")),
    questions: new Questions(album, {
      answer: (face, kind, typical) => change({ do: kind, faces: [face.id, typical.id] }, kind === "same" ? "Yes" : "No"),
      move,
      moveTo,
      noFace,
      large: showLarge,
    }),
    large: new Large(album, { moveTo, move, noFace, open: openPerson }),
  };
  new Naming(album, {
    name: (person, text) => change({ do: "name", person: person.id, text }, text ? `Named ${text}` : "Name taken away"),
    merge: (person, into) => merge([person], into),
  });
  new Drags(album, selection, { move, merge, noFace });
  return album.load();
}

function shownKey() {
  return new URLSearchParams(location.search).get("album") ?? "album";
}

async function change(what, done) {
  const news = await album.change(what);
  if (!news) return null;
  const also = consequences({ ...news, asked: what });
  if (what.do === "undo" || what.do === "redo") showNote(sentence(`${what.do === "undo" ? "Undone" : "Done again"}: ${news.what}`, also));
  else showNote(sentence(done, also), { name: "Undo", act: () => travel("undo") });
  say(sentence(done ?? news.what, also, headline()));
  return news;
}

function move(faces, person) {
  const moved = plural(faces.length, "face");
  parts.selection.drop();
  return change({ do: "move", faces: faces.map((face) => face.id), to: person?.id ?? null }, person ? `${moved} moved to ${called(person)}` : `${moved} moved to a new person`);
}

// Ask where to; null if it was left open.
async function moveTo(faces, likely = []) {
  const choice = await parts.picker.choose({
    title: faces.length === 1 ? "Who is this?" : `Who are these ${faces.length} faces?`,
    without: faces.length === 1 || new Set(faces.map((face) => face.person)).size === 1 ? [faces[0].person] : [],
    likely,
    hasNew: true,
  });
  if (!choice) return null;
  if (choice.person) return move(faces, choice.person);
  const ids = faces.map((face) => face.id);
  parts.selection.drop();
  return change({ do: "move", faces: ids, to: null, name: choice.name }, `${plural(faces.length, "face")} moved to ${choice.name ?? "a new person"}`);
}

function merge(people, into) {
  parts.selection.drop();
  const who = people.length === 1 ? called(people[0]) : plural(people.length, "person", "people");
  return change({ do: "merge", people: [into.id, ...people.map((person) => person.id)] }, `${who} merged into ${called(into)}`);
}

function noFace(faces) {
  parts.selection.drop();
  return change({ do: "not_faces", faces: faces.map((face) => face.id) }, faces.length === 1 ? "Not a face" : `${plural(faces.length, "face")} taken out`);
}

function sameChosen() {
  const { selection } = parts;
  if (selection.ids.size < 2) return null;
  // The largest keeps its name and place.
  if (selection.kind === "person") {
    const [into, ...others] = selection.people.sort((a, b) => Boolean(b.name) - Boolean(a.name) || b.faces.length - a.faces.length);
    return merge(others, into);
  }
  const faces = [...selection.ids];
  selection.drop();
  return change({ do: "same", faces }, "The same person");
}

function apartChosen() {
  const { selection } = parts;
  if (selection.ids.size !== 2) return null;
  const what = selection.kind === "person" ? { do: "apart_people", people: [...selection.ids] } : { do: "apart", faces: [...selection.ids] };
  selection.drop();
  return change(what, "Not the same person");
}

async function samePerson() {
  const { person } = parts.person;
  const choice = await parts.picker.choose({ title: `${called(person)} is the same as …`, without: [person], likely: likelyOf(person) });
  if (choice) merge([person], choice.person);
}

async function apartPerson() {
  const { person } = parts.person;
  const choice = await parts.picker.choose({ title: `${called(person)} is not the same as …`, without: [person], likely: likelyOf(person) });
  if (choice) change({ do: "apart_people", people: [person.id, choice.person.id] }, `Not the same as ${called(choice.person)}`);
}

const likelyOf = (person) => [...new Set(person.faces.map((face) => face.doubt?.other).filter(Boolean))];

function travel(step) {
  if (!album || byId(step).disabled) return;
  parts.questions.reopen();
  change({ do: step });
}

// ---- what is shown

function openPerson(person) {
  location.hash = `#/person/${encodeURIComponent(person.id)}`;
}

function showLarge(face, among) {
  parts.large.show(face, among);
}

// Ids of people are good for one run of the server. After a restart, the person that is open goes on as who has most
// typical faces of it now.
function followRestart() {
  const run = album.revision.split("-")[0];
  const { person, overview, questions } = parts;
  if (shownRun !== null && run !== shownRun) {
    const heir = person.id && person.order.map((face) => album.byId.get(face.id)?.person).find(Boolean);
    if (person.id) history.replaceState(null, "", heir ? `#/person/${encodeURIComponent(heir.id)}` : location.pathname + location.search);
    person.id = heir?.id ?? null;
    overview.order = [];
    questions.reopen();
    parts.selection.drop();
  }
  shownRun = run;
}

// After a change: the same place of the same view, with what came and went marked.
function showChange(news) {
  followRestart();
  const moved = (news?.moved ?? []).map((id) => album.byId.get(id)).filter((face) => face?.person);
  document.body.classList.remove("opening");
  byId("album-name").textContent = album.about.title;
  document.title = `${headline()} – frenemy`;
  byId("count").textContent = album.people.length.toLocaleString("en");
  byId("count-what").textContent = album.people.length === 1 ? "person" : "people";
  const doubt = album.doubts.length ? plural(album.doubts.length, "doubtful face") : "none doubtful";
  byId("status").textContent = `${doubt} · ${plural(album.about.nFaces, "face")} in ${plural(album.about.nPhotos, "photo")}`;
  const { undo, redo } = album.about;
  byId("undo").disabled = undo === null;
  byId("redo").disabled = redo === null;
  byId("undo").title = undo === null ? "Nothing to undo" : `Undo ${undo} (Ctrl Z)`;
  byId("redo").title = redo === null ? "Nothing to redo" : `Redo ${redo} (Ctrl Shift Z)`;
  const why = album.about.whyNoScan;
  byId("rescan").disabled = Boolean(why || album.scan);
  byId("rescan").title = why ? `New photos: ${why}` : "Look for new photos (R); names and corrections stay";
  parts.selection.renew();
  showView({ moved });
  parts.questions.renew();
  parts.corrections.show();
  parts.large.renew();
  showSkipped(album.about.skipped);
  if (news?.isForeign) {
    showNote("Another tab has changed the album");
    say(`Another tab has changed the album. ${headline()}`);
  }
}

function headline() {
  return `${plural(album.people.length, "person", "people")}, ${album.doubts.length.toLocaleString("en")} doubtful`;
}

function showView({ isAnew = false, moved = [] } = {}) {
  if (!album?.people) return;
  const asked = decodeURIComponent(location.hash.match(/^#\/person\/(.+)$/)?.[1] ?? "");
  const { person, overview } = parts;
  const isOther = (asked || null) !== person.id;
  // A person that has gone, as after a merge: where the faces are now.
  if (asked && !album.personById.has(asked)) {
    const heir = person.id === asked ? person.order.map((face) => album.byId.get(face.id)?.person).find(Boolean) : null;
    history.replaceState(null, "", heir ? `#/person/${encodeURIComponent(heir.id)}` : location.pathname + location.search);
    return showView({ isAnew, moved });
  }
  const wasOpen = person.id;
  if (asked && wasOpen === null) overview.scrolled = scroller().scrollTop; // before it is hidden
  person.id = asked || null;
  byId("person").hidden = !asked;
  document.body.classList.toggle("at-person", Boolean(asked));
  byId("overview").hidden = byId("finder").hidden = Boolean(asked);
  if (asked) {
    person.show({ isAnew: isAnew || isOther, moved });
    if (isOther) {
      scroller().scrollTop = 0;
      if (isFree()) byId("person-faces").querySelector(".tile")?.focus({ preventScroll: true });
    }
  } else {
    overview.show({ isAnew, moved: [...new Set(moved.map((face) => face.person))] });
    if (isOther) {
      scroller().scrollTop = overview.scrolled ?? 0;
      if (wasOpen && isFree()) overview.list.reveal(wasOpen)?.querySelector(".cover").focus({ preventScroll: true });
    }
  }
}

// Whether the focus may go where the view begins.
const isFree = () => !document.querySelector("dialog[open]") && !document.activeElement?.matches("input");

function showWorking(isWorking) {
  document.body.classList.toggle("working", isWorking);
  if (album.scan) return;
  if (isWorking) soonShowProgress("Placing faces");
  else endProgress();
}

function showScan(scan, ended) {
  byId("rescan").disabled = Boolean(scan || album.about?.whyNoScan);
  if (scan) {
    const stage = scan.total ? `Photo ${scan.done.toLocaleString("en")} of ${scan.total.toLocaleString("en")}` : "Looking for photos";
    showProgress(scan.isPlacing ? "Placing faces" : stage, scan.total && !scan.isPlacing ? scan.done / scan.total : null, { canCancel: !scan.isPlacing });
  } else if (ended) {
    endProgress();
    if (ended.error) showError(ended.error);
    else {
      const told = ended.isCancelled ? "Stopped; what was found is kept" : ended.nNew ? plural(ended.nNew, "new face") : "No new faces";
      showNote(told);
      say(`${told}. ${headline()}`);
    }
  }
}

function showSkipped(skipped) {
  byId("skipped").hidden = skipped.length === 0;
  byId("skipped-count").textContent = skipped.length.toLocaleString("en");
  byId("skipped-list").replaceChildren(...skipped.slice(0, 200).map(([path, reason]) => make("li", {}, make("b", { dir: "auto" }, path), ` ${reason}`)));
}

function showFailure(error) {
  endProgress();
  showError(error.message);
}

function say(text) {
  byId("spoken").textContent = text;
}

// ---- controls

// What stands in the view that is shown, and the row an element belongs to.
function itemsOf(row) {
  return row.dataset.face ? parts.person.list.items : parts.overview.list.items;
}

function clicked(event) {
  const row = event.target.closest(".face, .person");
  if (!row) return;
  const [kind, id] = row.dataset.face ? ["face", row.dataset.face] : ["person", row.dataset.person];
  const small = event.target.closest(".small");
  if (event.target.closest(".tick")) {
    if (event.shiftKey) parts.selection.extend(kind, id, itemsOf(row));
    else parts.selection.toggle(kind, id);
  } else if (small && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    showLarge(album.byId.get(small.dataset.face), album.personById.get(id).faces);
  } else if (event.target.closest(".tile, .small")) {
    if (event.shiftKey) parts.selection.extend(kind, id, itemsOf(row));
    else if (event.ctrlKey || event.metaKey) parts.selection.toggle(kind, id);
    else if (kind === "person") openPerson(album.personById.get(id));
    else showLarge(album.byId.get(id), parts.person.order);
  }
}

async function exportAs(kind) {
  byId("export-menu").open = false;
  try {
    await download(album, kind);
  } catch (error) {
    showError(error.message);
  }
}

async function rescan() {
  if (byId("rescan").disabled) return;
  clearErrors();
  try {
    await album.startScan();
  } catch (error) {
    showError(error.message);
  }
}

function cancel() {
  if (home?.cancel()) return;
  if (album?.scan) album.cancelScan().catch((error) => showError(error.message));
}

function escape() {
  if (closeMenu()) return;
  if (parts.selection.ids.size) parts.selection.drop();
  else if (album.scan) cancel();
  else if (parts.person.id) location.hash = "";
  else if (byId("search").value) {
    byId("search").value = "";
    parts.overview.show({ isAnew: true });
  }
}

const chosen = (act) => () => parts.selection.faces.length && act(parts.selection.faces);

const actions = {
  yes: () => parts.questions.answer("same"),
  no: () => parts.questions.answer("apart"),
  other: () => parts.questions.other(),
  someoneElse: () => parts.questions.someoneElse(),
  noFace: () => parts.questions.noFace(),
  before: () => parts.questions.step(-1),
  next: () => parts.questions.step(1),
  select(event) {
    const row = event.target.closest(".face, .person");
    const [kind, id] = row.dataset.face ? ["face", row.dataset.face] : ["person", row.dataset.person];
    if (event.shiftKey) parts.selection.extend(kind, id, itemsOf(row));
    else parts.selection.toggle(kind, id);
  },
  selectAll() {
    if (parts.person.id) parts.selection.all("face", parts.person.list.items);
    else parts.selection.all("person", parts.overview.list.items);
  },
  moveTo: chosen((faces) => moveTo(faces, faces.map((face) => face.doubt?.other))),
  newPerson: chosen((faces) => move(faces, null)),
  same: sameChosen,
  apart: apartChosen,
  notFaces: chosen(noFace),
  rename(event) {
    const row = event.target.closest(".person");
    (row?.querySelector(".name") ?? (parts.person.id && byId("person-name")))?.focus();
  },
  undo: () => travel("undo"),
  redo: () => travel("redo"),
  search() {
    if (parts.person.id) location.hash = "";
    byId("finder").hidden = false;
    byId("search").focus();
  },
  hideSingles: () => parts.overview.hideSingles(!settings.hideSingles),
  escape,
  rescan,
  export() {
    byId("export-menu").open = true;
    byId("exports").querySelector("button").focus();
  },
  python: () => copyText(album.about.python, "Python copied", "python"),
  theme: toggleTheme,
  help: () => byId("help").showModal(),
};

const BUTTONS = {
  undo: actions.undo,
  redo: actions.redo,
  rescan,
  cancel,
  "python-copy": actions.python,
  theme: toggleTheme,
  "help-open": actions.help,
  back: () => (location.hash = ""),
  "person-same": samePerson,
  "person-apart": apartPerson,
  "chosen-move": actions.moveTo,
  "chosen-new": actions.newPerson,
  "chosen-same": sameChosen,
  "chosen-apart": apartChosen,
  "chosen-no-face": actions.notFaces,
  "chosen-drop": () => parts.selection.drop(),
};

function connect() {
  for (const [id, act] of Object.entries(BUTTONS)) byId(id).addEventListener("click", () => act());
  byId("scroll").addEventListener("click", clicked);
  byId("exports").append(...exportButtons(exportAs));
  byId("search").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.target.value) event.target.blur();
    if (event.key === "ArrowDown") byId("people").querySelector(".cover")?.focus();
  });
  addEventListener("hashchange", () => showView({ isAnew: false }));
  closeMenusOutside();
  closeDialogsOutside();
  takeDropsAndPastes((files) => {
    if (home) home.look(files.filter((file) => file.type.startsWith("image/") || !file.type));
    else if (album) showNote("Put photos into the folder that was scanned, then look for new photos");
  });
  listenToKeys(KEYS, actions, isOffered(() => album?.people));
}

async function start() {
  fillHelp(KEYS);
  connect();
  const about = await askJson("/faces/home");
  const key = new URLSearchParams(location.search).get("album");
  try {
    if (key || about.album) return await open(key ?? about.album);
  } catch (error) {
    if (error.status !== 404) throw error;
    album = null;
    showError("This look at photos is over: the server was started anew. Drop them again.");
    history.replaceState(null, "", "/faces/");
  }
  document.body.classList.remove("opening");
  document.body.classList.add("at-home");
  home = new Home(about, (opened) => {
    document.body.classList.remove("at-home");
    if (album) return album.pulse();
    document.body.classList.add("opening");
    return open(opened).catch(showFailure);
  });
}

start().catch((error) => {
  document.body.classList.remove("opening");
  showError(error.message);
});
