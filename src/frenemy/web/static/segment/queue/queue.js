// Several pictures to work through: those of the server's folder, whose work is saved beside them, or dropped files,
// whose work is in this tab alone.

import { byId } from "../../shared/dom.js";
import { clearErrors, showError, showNote } from "../../shared/notices.js";
import { request } from "../../shared/requests.js";
import { History } from "../document/history.js";
import { NO_MARKS } from "../document/kinds.js";
import { newKey } from "../document/store.js";
import { isStrokeFile } from "../document/stroke_files.js";
import { isBlank, readWork, withClasses, workText } from "../document/work_file.js";
import { askWhichWork, connectConflict } from "./conflict.js";
import { addressOf, readFolder, readThumbnail, readWorkFile, saveWorkFile } from "./folder.js";
import { addProblemBox, showHead } from "./head.js";
import { Items } from "./items.js";
import { lastShown, rememberLast } from "./last_shown.js";
import { QueueList } from "./list.js";
import { Saver } from "./saver.js";
import { Steps } from "./steps.js";
import { workFor } from "./work_names.js";

const MAX_SESSIONS = 4; // pictures that the server keeps ready for this tab
const REFRESH_MS = 2000;

export class Queue {
  // folder: as of readFolder(), or null
  constructor(editor, folder) {
    this.editor = editor;
    this.folder = folder;
    this.items = new Items();
    this.steps = new Steps();
    this.recent = []; // the items shown last, the newest first
    this.nShown = 0;
    this.refreshedAt = 0;
  }

  get isOpen() {
    return this.list !== undefined;
  }

  // Show the folder; false if there is none.
  async begin() {
    if (!this.folder) return false;
    this.open();
    this.update(this.folder);
    const refresh = () => document.visibilityState === "visible" && this.refresh();
    document.addEventListener("visibilitychange", refresh);
    addEventListener("focus", refresh);
    addEventListener("pagehide", () => this.items.all.forEach((item) => item.saver?.leave()));
    const first = this.items.first(lastShown());
    if (first) await this.show(first);
    this.steps.tidy();
    return true;
  }

  // Make the queue visible, and the editor save here from now on.
  open() {
    const store = { saveWork: (history) => this.save(history), savePicture: async () => {}, saveSession() {} };
    this.editor.store = this.editor.pictures.store = store;
    this.list = new QueueList({
      choose: (item) => this.choose(item),
      thumbnail: (item) => (this.folder ? readThumbnail(item) : this.localThumbnail(item)),
      failed: (item, error) => this.noThumbnail(item, error),
    });
    addProblemBox();
    document.body.classList.add("queued");
    byId("queue").hidden = false;
    byId("queue-next").addEventListener("click", () => this.step(1));
    byId("queue-previous").addEventListener("click", () => this.step(-1));
    byId("queue-done").addEventListener("click", () => this.toggleDone());
    byId("queue-retry").addEventListener("click", () => this.retry());
    byId("queue-toggle").addEventListener("click", () => this.expand(!byId("queue").classList.contains("expanded")));
    connectConflict();
    addEventListener("beforeunload", (event) => this.hasUnsaved && event.preventDefault());
  }

  // Whether closing the tab loses work.
  get hasUnsaved() {
    return this.items.all.some(({ history, saver }) => (saver ? !saver.isSaved : history && !isBlank(history.present)));
  }

  // ---- the list

  update({ name, pictures, problem = "" }) {
    if (!problem) this.items.update(pictures);
    this.list.show(this.items);
    const none = problem || `There are no pictures in ${name} yet. Put some there; they appear when you come back to this tab.`;
    byId("queue-empty").textContent = this.items.all.length ? "" : none;
    this.showHead();
  }

  // Pictures and work may have come, gone or changed while the person was elsewhere.
  async refresh() {
    if (performance.now() - this.refreshedAt < REFRESH_MS) return;
    this.refreshedAt = performance.now();
    try {
      const folder = await readFolder();
      if (!folder) return; // another server, without a folder
      this.update(folder);
      if (folder.problem) return showError(folder.problem);
      const { current } = this.items;
      if (!current) {
        const first = this.items.first();
        if (first) await this.show(first);
      } else if (current.history && !current.problem) {
        await this.catchUp(current);
      }
    } catch (error) {
      showError(error.message);
    }
  }

  // A dropped file, or the sample picture, which the server has.
  async localThumbnail(item) {
    if (item.blob) return item.blob;
    const picture = this.editor.pictures.get(item.id);
    return this.editor.pictures.withSession(picture, async (path) => (await request(`${path}/picture`)).blob());
  }

  // Of a picture that cannot be read; other failures say nothing of the picture.
  noThumbnail(item, error) {
    if (![410, 413, 422].includes(error.status)) return;
    item.problem = error.message;
    this.list.update(item);
    if (item === this.items.current) this.showHead();
  }

  // ---- the picture that is shown

  choose(item) {
    this.expand(false);
    return this.show(item);
  }

  step(distance) {
    const item = this.isOpen && this.items.at(distance);
    if (item) return this.show(item);
  }

  async show(item) {
    const mine = ++this.nShown;
    this.items.current = item;
    rememberLast(item.id);
    this.list.mark(item);
    this.showHead();
    byId("stage").classList.add("opening");
    try {
      await this.load(item);
      if (mine !== this.nShown) return;
      clearErrors();
      this.takeClasses(item);
      await this.editor.switchTo(item.history);
      if (mine !== this.nShown) return;
      item.problem = "";
      this.keepSessions(item);
      if (item.unread) showError(item.unread);
    } catch (error) {
      if (mine !== this.nShown) return;
      item.problem = error.message;
      await this.editor.switchTo(new History());
      byId("picture-name").textContent = item.name;
      document.title = `${item.name} – frenemy`;
    }
    byId("stage").classList.remove("opening");
    this.list.update(item);
    this.showHead();
  }

  // Open the picture on the server, and read its work.
  async load(item) {
    this.forgetOlderFile(item);
    const { pictures } = this.editor;
    const address = this.folder ? addressOf(item) : undefined;
    const picture = pictures.get(item.id) ?? { key: item.id, name: item.name, blob: item.blob, address, session: null };
    if (!picture.width) await pictures.open(picture);
    pictures.byKey.set(item.id, picture);
    item.openedStamp = item.stamp;
    if (this.folder) return item.history ? this.catchUp(item) : this.readSaved(item, picture);
    if (!item.history) await this.readDropped(item, picture);
  }

  // The file of the picture was replaced by another one.
  forgetOlderFile(item) {
    if (!item.history || item.openedStamp === item.stamp || !item.saver?.isSaved) return;
    this.editor.pictures.byKey.delete(item.id);
    item.history = item.saver = null;
  }

  async readSaved(item, picture) {
    const file = await readWorkFile(item);
    item.saver = new Saver(
      (text, base, isLeaving) => saveWorkFile(item, text, base, isLeaving),
      (isAgain) => this.showSaving(item, isAgain),
    );
    let version = "";
    await this.beginWork(item, async () => {
      if (file.problem) throw new Error(file.problem);
      if (file.text === null) return BLANK;
      const read = await readWork(file.text, file.name, picture, this.classes);
      version = file.version; // else a save is a conflict, so that what cannot be read is not lost
      return read;
    });
    item.history = (version && (await this.steps.of(item, version))) || item.history;
    item.saver.begin(this.textOf(item), version);
  }

  readDropped(item, picture) {
    return this.beginWork(item, () => workFor(item, picture, this.classes));
  }

  // A history that begins with the work that read() gives; with none, and a reason, if it fails.
  async beginWork(item, read) {
    item.unread = "";
    const { work, isDone } = await read().catch((error) => {
      item.unread = error.message;
      return BLANK;
    });
    item.history = new History();
    item.history.push({ ...BLANK.work, classes: this.classes, ...work, picture: item.id }, "new picture");
    this.setState(item, isDone);
  }

  // The classes of the tab so far.
  get classes() {
    this.lastClasses = this.editor.state?.classes ?? this.lastClasses ?? [];
    return this.lastClasses;
  }

  // Classes that were made on other pictures meanwhile; they alone are not saved.
  takeClasses(item) {
    const { classes } = item.history.present;
    const all = withClasses(classes, this.classes);
    if (all.length === classes.length) return;
    item.history.amend({ classes: all });
    if (item.saver?.isSaved) item.saver.begin(this.textOf(item), item.saver.version);
  }

  // The work on the disk may be newer than that of this tab.
  async catchUp(item) {
    const file = await readWorkFile(item);
    const isNewer = file.text !== null && file.version !== item.saver.version;
    if (!isNewer || !item.saver.isSaved || item.unread) return;
    if (await this.take(item, file)) showNote(`${file.name} has changed on the disk: this is the newer work.`);
  }

  // Take over the work on the disk, as a step that can be undone; false if it cannot be read.
  async take(item, file) {
    let read;
    try {
      if (file.problem) throw new Error(file.problem);
      read = file.text === null ? BLANK : await readWork(file.text, file.name, this.editor.pictures.get(item.id), this.classes);
    } catch (error) {
      showError(error.message);
      return false;
    }
    if (file.version === item.saver.version) return false; // taken meanwhile
    const gone = Object.fromEntries(Object.keys(item.history.present).map((key) => [key, undefined]));
    const next = { ...gone, classes: this.classes, ...read.work, picture: item.id };
    const isShown = this.editor.history === item.history;
    item.unread = "";
    item.history.push(next, "taking the work on the disk");
    this.setState(item, read.isDone);
    item.saver.begin(this.textOf(item), file.version);
    if (isShown) this.editor.afterChange();
    return true;
  }

  // The server keeps the pictures of a few sessions ready; the others are opened again when they are shown again.
  keepSessions(item) {
    this.recent = [item, ...this.recent.filter((one) => one !== item)];
    for (const old of this.recent.splice(MAX_SESSIONS)) {
      const picture = this.editor.pictures.get(old.id);
      if (picture?.session) request(`/segment/sessions/${picture.session}`, { method: "DELETE" }).catch(() => {});
      if (picture) picture.session = null;
    }
  }

  // ---- work

  textOf(item) {
    return workText(item.history.present, this.editor.pictures.get(item.id), item.isDone);
  }

  setState(item, isDone = item.isDone) {
    item.isDone = isDone;
    item.state = isDone ? "done" : isBlank(item.history.present) ? "new" : "begun";
    this.list.update(item);
  }

  // After each edit.
  save(history) {
    const item = this.items.byId(history.present.picture);
    if (item?.history !== history) return;
    this.setState(item);
    item.saver?.save(this.textOf(item));
    this.showHead();
  }

  // Done, and on to the next that is not; or not done any more.
  toggleDone() {
    const { current } = this.items;
    if (!this.isOpen || !current?.history || current.problem) return;
    this.setState(current, !current.isDone);
    this.save(current.history);
    if (!current.isDone) return;
    const next = this.items.nextToDo();
    if (next) return this.show(next);
    showNote("All pictures are done.");
  }

  showSaving(item, isAgain) {
    const { version, isSaved, saved } = item.saver;
    if (version && isSaved && saved === this.textOf(item)) this.steps.keep(item, version);
    if (item === this.items.current) this.showHead();
    if (item.saver.isConflict) this.ask(item);
    else if (item.saver.error && !isAgain && !item.saver.isSending) showError(item.saver.error.message);
  }

  retry() {
    const { current } = this.items;
    if (current.saver.isConflict) this.ask(current);
    else current.saver.flush(false);
  }

  ask(item) {
    askWhichWork(item.saver.error.message, async (which) => {
      try {
        const file = await readWorkFile(item);
        if (which === "take") await this.take(item, file);
        else await item.saver.keepMine(file.version);
      } catch (error) {
        showError(error.message);
      }
      this.showHead();
    });
  }

  // ---- dropped files

  // Whether these files are for the queue: pictures, if there are several or a queue is there already.
  takes(files) {
    const n = files.filter((file) => !isStrokeFile(file)).length;
    return n > 1 || (this.isOpen && (n === 1 || !this.editor.state));
  }

  async add(files) {
    if (this.folder) return showError(`This page works on the folder ${this.folder.name}. Put pictures there to work on them.`);
    if (!this.isOpen) this.beginWithTab();
    const works = files.filter(isStrokeFile);
    const pictures = files.filter((file) => !isStrokeFile(file)).sort((a, b) => ORDER.compare(a.name, b.name));
    const added = pictures.map((blob) => ({ id: newKey(), name: blob.name || "pasted picture", state: "new", problem: "", blob, works }));
    this.items.all = [...this.items.all, ...added];
    this.list.show(this.items);
    if (added.length) await this.show(added[0]);
  }

  // The picture that was worked on before is the first of the queue.
  beginWithTab() {
    const { editor } = this;
    const { state, history } = editor;
    this.open();
    if (!state || isBlank(state)) return;
    const { name, blob } = editor.picture;
    const item = { id: state.picture, name, state: "begun", problem: "", blob, history, isDone: false };
    this.items.all = [item];
    this.items.current = item;
  }

  // ---- display

  // On a phone, the list is there when it is asked for.
  expand(isExpanded) {
    byId("queue-toggle").setAttribute("aria-expanded", String(isExpanded));
    byId("queue").classList.toggle("expanded", isExpanded);
    if (isExpanded) this.list.mark(this.items.current);
  }

  showHead() {
    showHead(this.items, this.folder !== null);
  }
}

const BLANK = { work: { ...NO_MARKS, drawn: 0 }, isDone: false };
const ORDER = new Intl.Collator(undefined, { numeric: true });
