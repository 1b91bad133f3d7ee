// The faces page: opens the album and creates the components, or shows how to make an album.

import { byId } from "../shared/dom.js";
import { Drags } from "../shared/drags.js";
import { clearErrors, showError } from "../shared/notices.js";
import { requestJson } from "../shared/requests.js";
import { Album } from "./album/album.js";
import { Changes } from "./album/changes.js";
import { connectControls } from "./controls.js";
import { CorrectionList } from "./dialogs/corrections.js";
import { Home } from "./home.js";
import { FaceDialog } from "./dialogs/face_dialog.js";
import { Naming } from "./dialogs/naming.js";
import { faceDrags } from "./people/face_drags.js";
import { Overview } from "./people/overview.js";
import { PersonView } from "./people/person_view.js";
import { PersonPicker } from "./dialogs/person_picker.js";
import { Questions } from "./dialogs/question.js";
import { SplitDialog } from "./dialogs/split.js";
import { Selection } from "./people/selection.js";
import { Settings } from "./settings.js";
import { PageView } from "./page_view.js";

const page = { settings: new Settings(), home: null, album: null, parts: null }; 
const view = new PageView(page);
const changes = new Changes(page, view);

function open(key) {
  if (location.pathname !== "/faces/" || key !== shownKey()) history.replaceState(null, "", key === "album" ? "/faces/" : `/faces/?album=${key}`);
  byId("home").hidden = true;
  page.album = new Album(key, {
    changed: (news) => view.update(news),
    working: (isWorking) => view.showWorking(isWorking),
    scan: (scan, ended) => view.showScan(scan, ended),
    failed: (error) => view.showFailure(error),
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
  const mark = () => selection.mark();
  const parts = {
    selection,
    overview: new Overview(album, page.settings, mark),
    person: new PersonView(album, mark),
    picker: new PersonPicker(album),
    corrections: new CorrectionList(album, (one) => changes.deleteCorrection(one)),
    questions: new Questions(album, {
      answer: (face, kind, typical) => changes.answer(face, kind, typical),
      merge,
      different: (one, other) => changes.different(one, other),
      split: (person, side) => changes.split(person, side),
      onePerson: (person) => changes.onePerson(person),
      changeSides: (person, side) => page.parts.splitDialog.show(person, side),
      move,
      moveTo,
      noFace,
      large: (face, among) => view.showFace(face, among),
    }),
    splitDialog: new SplitDialog(album, {
      split: (person, side) => changes.split(person, side),
      onePerson: (person) => changes.onePerson(person),
    }),
    faceDialog: new FaceDialog(album, { moveTo, move, noFace, open: (person) => view.openPerson(person) }),
  };
  new Naming(album, {
    name: (person, text) => changes.name(person, text),
    merge: (person, into) => merge([person], into),
  });
  new Drags(byId("scroll"), faceDrags(album, selection, { move, merge, noFace }));
  return parts;
}

function shownKey() {
  return new URLSearchParams(location.search).get("album") ?? "album";
}

async function start() {
  connectControls(page, view, changes);
  const about = await requestJson("/faces/home");
  const key = new URLSearchParams(location.search).get("album");
  try {
    if (key || about.album) return await open(key ?? about.album);
  } catch (error) {
    if (error.status !== 404) throw error;
    page.album = null;
    showError("This temporary album is gone: the server has restarted. Drop the photos again.");
    history.replaceState(null, "", "/faces/");
  }
  document.body.classList.remove("opening");
  document.body.classList.add("at-home");
  page.home = new Home(about, (opened) => {
    document.body.classList.remove("at-home");
    if (page.album) return page.album.poll();
    document.body.classList.add("opening");
    return open(opened).catch((error) => view.showFailure(error));
  });
}

start().catch((error) => {
  document.body.classList.remove("opening");
  showError(error.message);
});
