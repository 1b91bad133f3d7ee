// What the page shows of the album: all people or one of them, the numbers beside them, and what is under way.

import { byId, make, plural } from "../shared/dom.js";
import { showError, showNote } from "../shared/notices.js";
import { endProgress, showProgress, soonShowProgress } from "./progress.js";
import { scroller } from "./scrolling.js";

export class Showing {
  // page: { album, parts } of what is open
  constructor(page) {
    this.page = page;
    this.run = null; // of the server, when it was shown last
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

  large(face, among) {
    this.parts.large.show(face, among);
  }

  // After a change: the same place of the same view, with what came and went marked.
  change(news) {
    this.followRestart();
    const { album, parts } = this;
    const moved = (news?.moved ?? []).map((id) => album.byId.get(id)).filter((face) => face?.person);
    document.body.classList.remove("opening");
    this.numbers();
    this.steps();
    parts.selection.renew();
    this.view({ moved });
    parts.questions.renew();
    parts.corrections.show();
    parts.large.renew();
    this.skipped(album.about.skipped);
    if (news?.isForeign) {
      showNote("Another tab has changed the album");
      this.say(`Another tab has changed the album. ${this.headline()}`);
    }
  }

  // Ids of people are good for one run of the server. After a restart, the person that is open goes on as who has most
  // typical faces of it now.
  followRestart() {
    const run = this.album.revision.split("-")[0];
    const { person, overview, questions, selection } = this.parts;
    if (this.run !== null && run !== this.run) {
      const heir = person.id && this.heirOf(person);
      if (person.id) this.replaceAddress(heir);
      person.id = heir?.id ?? null;
      overview.order = [];
      questions.reopen();
      selection.drop();
    }
    this.run = run;
  }

  // Who has the faces of the person that was open.
  heirOf(person) {
    return person.order.map((face) => this.album.byId.get(face.id)?.person).find(Boolean);
  }

  replaceAddress(person) {
    history.replaceState(null, "", person ? `#/person/${encodeURIComponent(person.id)}` : location.pathname + location.search);
  }

  numbers() {
    const { about, people, doubts } = this.album;
    byId("album-name").textContent = about.title;
    document.title = `${this.headline()} – frenemy`;
    byId("count").textContent = people.length.toLocaleString("en");
    byId("count-what").textContent = people.length === 1 ? "person" : "people";
    const doubt = doubts.length ? plural(doubts.length, "doubtful face") : "none doubtful";
    byId("status").textContent = `${doubt} · ${plural(about.nFaces, "face")} in ${plural(about.nPhotos, "photo")}`;
  }

  headline() {
    return `${plural(this.album.people.length, "person", "people")}, ${this.album.doubts.length.toLocaleString("en")} doubtful`;
  }

  // Which steps can be taken: back, forth, to new photos.
  steps() {
    const { undo, redo, whyNoScan } = this.album.about;
    byId("undo").disabled = undo === null;
    byId("redo").disabled = redo === null;
    byId("undo").title = undo === null ? "Nothing to undo" : `Undo ${undo} (Ctrl Z)`;
    byId("redo").title = redo === null ? "Nothing to redo" : `Redo ${redo} (Ctrl Shift Z)`;
    byId("rescan").disabled = Boolean(whyNoScan || this.album.scan);
    byId("rescan").title = whyNoScan ? `New photos: ${whyNoScan}` : "Look for new photos (R); names and corrections stay";
  }

  // All people, or the one that the address names.
  view({ isAnew = false, moved = [] } = {}) {
    if (!this.album?.people) return;
    const asked = decodeURIComponent(location.hash.match(/^#\/person\/(.+)$/)?.[1] ?? "");
    const { person, overview } = this.parts;
    const isOther = (asked || null) !== person.id;
    // A person that has gone, as after a merge: where the faces are now.
    if (asked && !this.album.personById.has(asked)) {
      this.replaceAddress(person.id === asked ? this.heirOf(person) : null);
      this.view({ isAnew, moved });
      return;
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

  working(isWorking) {
    document.body.classList.toggle("working", isWorking);
    if (this.album.scan) return;
    if (isWorking) soonShowProgress("Placing faces");
    else endProgress();
  }

  scan(scan, ended) {
    byId("rescan").disabled = Boolean(scan || this.album.about?.whyNoScan);
    if (scan) {
      const stage = scan.total ? `Photo ${scan.done.toLocaleString("en")} of ${scan.total.toLocaleString("en")}` : "Looking for photos";
      showProgress(scan.isPlacing ? "Placing faces" : stage, scan.total && !scan.isPlacing ? scan.done / scan.total : null, { canCancel: !scan.isPlacing });
    } else if (ended) {
      endProgress();
      if (ended.error) showError(ended.error);
      else {
        const told = ended.isCancelled ? "Stopped; what was found is kept" : ended.nNew ? plural(ended.nNew, "new face") : "No new faces";
        showNote(told);
        this.say(`${told}. ${this.headline()}`);
      }
    }
  }

  skipped(skipped) {
    byId("skipped").hidden = skipped.length === 0;
    byId("skipped-count").textContent = skipped.length.toLocaleString("en");
    byId("skipped-list").replaceChildren(...skipped.slice(0, 200).map(([path, reason]) => make("li", {}, make("b", { dir: "auto" }, path), ` ${reason}`)));
  }

  failure(error) {
    endProgress();
    showError(error.message);
  }

  // For those who hear the page.
  say(text) {
    byId("spoken").textContent = text;
  }
}

// Whether the focus may go where the view begins.
const isFree = () => !document.querySelector("dialog[open]") && !document.activeElement?.matches("input");
