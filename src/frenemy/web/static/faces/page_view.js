// Shows the album: all people or one of them, the numbers beside them, and the progress of scans.

import { byId, make } from "../shared/dom.js";
import { plural } from "../shared/text.js";
import { showError, showNote } from "../shared/notices.js";
import { doubtTexts } from "./album/change_text.js";
import { runOf } from "./album/album_data.js";
import { endProgress, showProgress, showProgressSoon } from "../shared/progress.js";
import { scroller } from "../shared/scrolling.js";

export class PageView {
  // page: { album, parts } of the open album
  constructor(page) {
    this.page = page;
    this.run = null; // of the server, when the album was last shown
  }

  get album() {
    return this.page.album;
  }

  get parts() {
    return this.page.parts;
  }

  openPerson(person) {
    location.hash = `#/person/${encodeURIComponent(person.id)}`;
  }

  showFace(face, among) {
    this.parts.faceDialog.show(face, among);
  }

  // After a change of the album: the view stays, and moved faces are highlighted.
  update(news) {
    this.followRestart();
    const { album, parts } = this;
    const moved = (news?.moved ?? []).map((id) => album.byId.get(id)).filter((face) => face?.person);
    document.body.classList.remove("opening");
    this.showNumbers();
    this.showSteps();
    parts.selection.update();
    this.show({ moved });
    parts.questions.update();
    parts.corrections.show();
    parts.faceDialog.update();
    parts.splitDialog.update();
    this.showSkipped(album.about.skipped);
    if (news?.isForeign) {
      showNote("Another tab has changed the album");
      this.say(`Another tab has changed the album. ${this.headline()}`);
    }
  }

  // Ids of people are valid for one run of the server. After a restart, the page opens the person that has the most
  // typical face of the one that was open.
  followRestart() {
    const run = runOf(this.album.revision);
    const { person, overview, questions, selection } = this.parts;
    if (this.run !== null && run !== this.run) {
      const successor = person.id && this.successorOf(person);
      if (person.id) this.replaceAddress(successor);
      person.id = successor?.id ?? null;
      overview.order = [];
      questions.reopen();
      selection.clear();
    }
    this.run = run;
  }

  // The person that has the most typical face of one that is gone.
  successorOf(person) {
    return person.order.map((face) => this.album.byId.get(face.id)?.person).find(Boolean);
  }

  replaceAddress(person) {
    history.replaceState(null, "", person ? `#/person/${encodeURIComponent(person.id)}` : location.pathname + location.search);
  }

  showNumbers() {
    const { about, people } = this.album;
    byId("album-name").textContent = about.title;
    document.title = `${this.headline()} – frenemy`;
    byId("count").textContent = people.length.toLocaleString("en");
    byId("count-what").textContent = people.length === 1 ? "person" : "people";
    const doubt = doubtTexts(this.album).join(" · ") || "none doubtful";
    byId("status").textContent = `${doubt} · ${plural(about.nFaces, "face")} in ${plural(about.nPhotos, "photo")}`;
  }

  headline() {
    return [plural(this.album.people.length, "person", "people"), ...(doubtTexts(this.album).length ? doubtTexts(this.album) : ["none doubtful"])].join(", ");
  }

  // The undo, redo and scan buttons.
  showSteps() {
    const { undo, redo, whyNoScan } = this.album.about;
    byId("undo").disabled = undo === null;
    byId("redo").disabled = redo === null;
    byId("undo").title = undo === null ? "Nothing to undo" : `Undo ${undo} (Ctrl Z)`;
    byId("redo").title = redo === null ? "Nothing to redo" : `Redo ${redo} (Ctrl Shift Z)`;
    byId("rescan").disabled = Boolean(whyNoScan || this.album.scan);
    byId("rescan").title = whyNoScan ? `New photos: ${whyNoScan}` : "Scan for new photos (R); names and corrections stay";
  }

  // All people, or the person in the URL.
  show({ isReset = false, moved = [] } = {}) {
    if (!this.album?.people) return;
    const id = decodeURIComponent(location.hash.match(/^#\/person\/(.+)$/)?.[1] ?? "");
    const { person, overview } = this.parts;
    const isOther = (id || null) !== person.id;
    // The person is gone, for example after a merge: show its successor.
    if (id && !this.album.personById.has(id)) {
      this.replaceAddress(person.id === id ? this.successorOf(person) : null);
      this.show({ isReset, moved });
      return;
    }
    const wasOpen = person.id;
    if (id && wasOpen === null) overview.scrolled = scroller().scrollTop; // before the list is hidden
    person.id = id || null;
    byId("person").hidden = !id;
    document.body.classList.toggle("at-person", Boolean(id));
    byId("overview").hidden = byId("finder").hidden = Boolean(id);
    if (id) {
      person.show({ isReset: isReset || isOther, moved });
      if (isOther) {
        scroller().scrollTop = 0;
        if (isFree()) byId("person-faces").querySelector(".tile")?.focus({ preventScroll: true });
      }
    } else {
      overview.show({ isReset, moved: [...new Set(moved.map((face) => face.person))] });
      if (isOther) {
        scroller().scrollTop = overview.scrolled ?? 0;
        if (wasOpen && isFree()) overview.list.reveal(wasOpen)?.querySelector(".cover").focus({ preventScroll: true });
      }
    }
  }

  showWorking(isWorking) {
    document.body.classList.toggle("working", isWorking);
    if (this.album.scan) return;
    if (isWorking) showProgressSoon("Placing faces");
    else endProgress();
  }

  showScan(scan, ended) {
    byId("rescan").disabled = Boolean(scan || this.album.about?.whyNoScan);
    if (scan) {
      const stage = scan.total ? `Photo ${scan.done.toLocaleString("en")} of ${scan.total.toLocaleString("en")}` : "Scanning for photos";
      showProgress(scan.isPlacing ? "Placing faces" : stage, scan.total && !scan.isPlacing ? scan.done / scan.total : null, { canCancel: !scan.isPlacing });
    } else if (ended) {
      endProgress();
      if (ended.error) showError(ended.error);
      else {
        const message = ended.isCancelled ? "Stopped; what was found is kept" : ended.nNew ? plural(ended.nNew, "new face") : "No new faces";
        showNote(message);
        this.say(`${message}. ${this.headline()}`);
      }
    }
  }

  showSkipped(skipped) {
    byId("skipped").hidden = skipped.length === 0;
    byId("skipped-count").textContent = skipped.length.toLocaleString("en");
    byId("skipped-list").replaceChildren(...skipped.slice(0, 200).map(([path, reason]) => make("li", {}, make("b", { dir: "auto" }, path), ` ${reason}`)));
  }

  showFailure(error) {
    endProgress();
    showError(error.message);
  }

  // Announce a text to screen readers.
  say(text) {
    byId("spoken").textContent = text;
  }
}

// Whether the focus may move to the first item of the view.
const isFree = () => !document.querySelector("dialog[open]") && !document.activeElement?.matches("input");
