// One open clustering: its views, its tools, and which of them is shown.

import { byId } from "../shared/dom.js";
import { Drags } from "../shared/drags.js";
import { clearErrors, showError, showNote } from "../shared/notices.js";
import { endProgress, showProgressSoon } from "../shared/progress.js";
import { scroller } from "../shared/scrolling.js";
import { currentHash, onHashChange, openHash, replaceHash, setParameter } from "./address.js";
import { Choosing } from "./choosing.js";
import { Changes } from "./clustering/changes.js";
import { Chosen } from "./clustering/chosen.js";
import { Clustering } from "./clustering/clustering.js";
import { GroupPanel } from "./group/group_panel.js";
import { GroupView } from "./group/group_view.js";
import { SplitDialog } from "./group/split_dialog.js";
import { thingDrags } from "./group/thing_drags.js";
import { GroupsView } from "./groups/groups_view.js";
import { headline, showFacts } from "./overview/facts.js";
import { Pictures } from "./pictures_mount.js";
import { QuestionsView } from "./questions/questions_view.js";
import { hashOf, readRoute, tabOf } from "./routes.js";
import { showChosen, showSteps } from "./tools.js";
import { WhyView } from "./why/why_view.js";

const PICTURES = ["matrix", "path", "map"];
const MARKED_MS = 30_000; // moved things are marked for so long

export class Explorer {
  /** @param {string} key @param {number} bias */
  constructor(key, bias) {
    this.clustering = new Clustering(key, bias, {
      changed: (news, isForeign) => this.changed(news, isForeign),
      working: (isWorking) => (isWorking ? showProgressSoon("Working") : endProgress()),
      failed: (error) => showError(error.message),
      back: clearErrors,
    });
    /** @type {string | null} */
    this.view = null; // that is shown
    /** @type {number | null} */
    this.focus = null; // where to go if the shown group is gone
    this.isPeeking = false; // the list is shown in place of the group
    const failed = (error) => showError(error.message);
    const open = (hash) => this.open(hash);
    this.chosen = new Chosen(() => this.showChosen());
    this.changes = new Changes(this.clustering, { open, say: (text) => this.say(text) });
    this.choosing = new Choosing(this.clustering);
    const { changes, clustering, chosen } = this;
    this.groups = new GroupsView(clustering, { failed });
    this.group = new GroupView(clustering, chosen, { failed, gone: (id) => this.groupGone(id), loaded: (group) => this.groupLoaded(group) });
    const splitDialog = new SplitDialog(clustering, (group, side) => changes.split(group, side));
    this.groupPanel = new GroupPanel({
      split: (group) => splitDialog.show(group).catch(failed),
      join: (group, neighbor) => changes.join([group.group, neighbor.group]),
      forget: (u, v) => changes.forget(u, v),
    });
    this.why = new WhyView(clustering, {
      failed,
      open,
      chooseThing: (title) => this.choosing.thing(title),
      together: (u, v) => changes.together(u, v),
      apart: (u, v) => changes.apart(u, v),
    });
    this.questions = new QuestionsView(clustering, {
      failed,
      answer: ({ u, v }, isSame) => changes.make({ kind: isSame ? "question-same" : "question-different", u, v }),
    });
    this.pictures = new Pictures(this.pictureApi(), failed);
    new Drags(byId("member-list"), thingDrags(this.group, chosen, {
      move: (things, group) => this.move(things, group),
      peek: () => this.peek(),
      endPeek: () => this.endPeek(),
      isPeeking: () => this.isPeeking,
    }));
    onHashChange(() => this.show());
    byId("drawing").addEventListener("toggle", () => this.showDrawing());
  }

  async load() {
    await this.clustering.load();
    document.body.classList.remove("opening", "at-home");
  }

  // What pictures may ask and do.
  pictureApi() {
    const { clustering } = this;
    return {
      path: (path) => clustering.path(path),
      get: (path, options) => clustering.get(path, options),
      bytes: (path, options) => clustering.bytes(path, options),
      post: (path, body, options) => clustering.post(path, body, options),
      bias: () => clustering.bias,
      setBias: (bias) => this.setBias(bias),
      open: (hash) => this.open(hash),
      select: (things) => this.select(things),
    };
  }

  // ---- where the page is

  open(hash) {
    if (currentHash() === hash) this.show();
    else openHash(hash);
  }

  setBias(bias) {
    setParameter("bias", bias ? String(bias) : null);
    return this.clustering.setBias(bias);
  }

  // Show what the address says.
  show() {
    if (!this.clustering.state || this.isPeeking) return;
    const route = readRoute(currentHash());
    const isOther = route.view !== this.view;
    if (isOther) this.leave();
    this.view = route.view;
    showChosen(this.chosen, route.view);
    document.body.dataset.view = route.view;
    this.reveal(route.view);
    byId("facts-panel").hidden = route.view === "group";
    byId("group-panel").hidden = route.view !== "group";
    this.showTab(tabOf(route.view));
    if (isOther && route.view !== "groups") scroller().scrollTop = 0;
    if (route.view === "groups") this.groups.show(route);
    else if (route.view === "group") this.group.show(route.ids[0]);
    else if (route.view === "why") this.why.show(route.ids);
    else if (route.view === "questions") this.questions.show();
    else this.pictures.show(route.view, this.clustering.state);
  }

  reveal(view) {
    for (const element of document.querySelectorAll("[data-view]")) {
      if (element instanceof HTMLElement && element !== document.body) element.hidden = element.dataset.view !== view;
    }
    byId("scroll").hidden = view === "group" || PICTURES.includes(view);
  }

  // While members are dragged: the list of all groups in place of the group, to drop them there.
  peek() {
    if (this.isPeeking || this.view !== "group") return;
    this.isPeeking = true;
    this.left = { members: byId("member-table").scrollTop, page: scroller().scrollTop };
    this.reveal("groups");
    this.groups.peek();
  }

  // Back to the group, where it was.
  endPeek() {
    if (!this.isPeeking) return;
    this.isPeeking = false;
    this.groups.endPeek();
    this.show();
    byId("member-table").scrollTop = this.left.members;
    scroller().scrollTop = this.left.page;
  }

  showTab(name) {
    const tabs = byId("tabs");
    for (const link of tabs.children) {
      if (link.dataset.tab !== name) {
        link.removeAttribute("aria-current");
        continue;
      }
      link.setAttribute("aria-current", "page");
      tabs.scrollLeft = link.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - link.clientWidth) / 2; // where they do not fit
    }
  }

  leave() {
    const { view } = this;
    if (view === "groups") this.groups.hide();
    else if (view === "group") {
      this.group.hide();
      this.pictures.hide("drawing");
    } else if (view === "why") this.why.hide();
    else if (view === "questions") this.questions.hide();
    else if (view !== null) this.pictures.hide(view);
  }

  // ---- after a change

  changed(news, isForeign) {
    const { state } = this.clustering;
    this.focus = news?.focus ?? null;
    if (news) this.chosen.clear();
    clearTimeout(this.marking);
    this.marking = setTimeout(() => this.unmark(), MARKED_MS);
    showFacts(state);
    showSteps(state);
    byId("tab-map").hidden = !state.hasVectors;
    this.show();
    if (isForeign) {
      showNote("Another tab has changed the groups");
      this.say(`Another tab has changed the groups. ${headline(state)}`);
    }
  }

  unmark() {
    this.clustering.moved.clear();
    this.group.list.refill();
  }

  groupLoaded(group) {
    this.groupPanel.show(group);
    this.showDrawing();
  }

  showDrawing() {
    if (this.view === "group" && this.group.group && byId("drawing").open) this.pictures.show("drawing", this.clustering.state, this.group.id);
    else this.pictures.hide("drawing");
  }

  // The shown group is no more: show where its things went.
  groupGone(id) {
    if (this.group.id !== id) return;
    const hash = this.focus === null || this.focus === id ? hashOf("groups") : hashOf("group", [this.focus]);
    this.focus = null;
    replaceHash(hash);
    if (hash === hashOf("groups")) showNote("This group is no more");
    this.show();
  }

  // ---- the selection

  showChosen() {
    showChosen(this.chosen, this.view);
    this.group.list.refill();
  }

  // Things that were chosen in a picture.
  async select(things) {
    this.chosen.clear();
    for (let k = 0; k < things.length; k += 500) {
      const found = await this.clustering.get(`things?ids=${things.slice(k, k + 500).join(",")}`);
      this.chosen.add(found.things);
    }
  }

  async moveTo() {
    const { things } = this.chosen;
    if (!things.length) return;
    const isHere = this.view === "group";
    const choice = await this.choosing.group({
      title: things.length === 1 ? `Move ${this.chosen.names.get(things[0])} to …` : `Move ${things.length} things to …`,
      neighbors: isHere ? this.group.group?.neighbors : [],
      without: isHere ? this.group.id : null,
      hasNew: true,
    });
    if (choice) this.move(things, choice.group);
  }

  move(things, group) {
    return this.changes.move(things, group);
  }

  // The two selected things, or those of the view “Why”; null if there are not two.
  pair() {
    const [u, v] = this.view === "why" ? this.why.ends.map((end) => end?.thing) : this.chosen.things;
    return u === undefined || v === undefined || (this.view !== "why" && this.chosen.names.size > 2) ? null : [u, v];
  }

  async join() {
    const { group } = this.group;
    if (!group) return;
    const choice = await this.choosing.group({ title: `Join ${group.name} with …`, neighbors: group.neighbors, without: group.group });
    if (choice) this.changes.join([group.group, choice.group]);
  }

  // Announce a text to screen readers.
  say(text) {
    byId("spoken").textContent = text;
  }
}
