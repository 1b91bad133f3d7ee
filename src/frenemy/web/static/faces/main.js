// The page: which album it opens, of which parts it is made, and what is there without one.

import { byId } from "../shared/dom.js";
import { clearErrors, showError } from "../shared/notices.js";
import { askJson } from "../shared/wire.js";
import { Album } from "./album.js";
import { Changes } from "./changes.js";
import { connectControls } from "./controls.js";
import { CorrectionList } from "./corrections.js";
import { Drags } from "./drag.js";
import { Home } from "./home.js";
import { Large } from "./large.js";
import { Naming } from "./naming.js";
import { Overview } from "./overview.js";
import { PersonView } from "./person_view.js";
import { Picker } from "./picker.js";
import { Questions } from "./question.js";
import { Selection } from "./selection.js";
import { Settings } from "./settings.js";
import { Showing } from "./showing.js";

const page = { settings: new Settings(), home: null, album: null, parts: null }; // what is open
const showing = new Showing(page);
const changes = new Changes(page, showing);

function open(key) {
  if (location.pathname !== "/faces/" || key !== shownKey()) history.replaceState(null, "", key === "album" ? "/faces/" : `/faces/?album=${key}`);
  byId("home").hidden = true;
  page.album = new Album(key, {
    changed: (news) => showing.change(news),
    working: (isWorking) => showing.working(isWorking),
    scan: (scan, ended) => showing.scan(scan, ended),
    failed: (error) => showing.failure(error),
    back: clearErrors,
  });
  page.parts = partsOf(page.album);
  return page.album.load();
}

function partsOf(album) {
  const move = (faces, person) => changes.move(faces, person);
  const moveTo = (faces, likely) => changes.moveTo(faces, likely);
  const noFace = (faces) => changes.noFace(faces);
  const merge = (people, into) => changes.merge(people, into);
  const selection = new Selection(album);
  const marked = () => selection.mark();
  const parts = {
    selection,
    overview: new Overview(album, page.settings, marked),
    person: new PersonView(album, marked),
    picker: new Picker(album),
    corrections: new CorrectionList(album, (one) => changes.takeBack(one)),
    questions: new Questions(album, {
      answer: (face, kind, typical) => changes.answer(face, kind, typical),
      move,
      moveTo,
      noFace,
      large: (face, among) => showing.large(face, among),
    }),
    large: new Large(album, { moveTo, move, noFace, open: (person) => showing.openPerson(person) }),
  };
  new Naming(album, {
    name: (person, text) => changes.name(person, text),
    merge: (person, into) => merge([person], into),
  });
  new Drags(album, selection, { move, merge, noFace });
  return parts;
}

function shownKey() {
  return new URLSearchParams(location.search).get("album") ?? "album";
}

async function start() {
  connectControls(page, showing, changes);
  const about = await askJson("/faces/home");
  const key = new URLSearchParams(location.search).get("album");
  try {
    if (key || about.album) return await open(key ?? about.album);
  } catch (error) {
    if (error.status !== 404) throw error;
    page.album = null;
    showError("This look at photos is over: the server was started anew. Drop them again.");
    history.replaceState(null, "", "/faces/");
  }
  document.body.classList.remove("opening");
  document.body.classList.add("at-home");
  page.home = new Home(about, (opened) => {
    document.body.classList.remove("at-home");
    if (page.album) return page.album.pulse();
    document.body.classList.add("opening");
    return open(opened).catch((error) => showing.failure(error));
  });
}

start().catch((error) => {
  document.body.classList.remove("opening");
  showError(error.message);
});
