// All people, largest first, as far as search and filters let them through.

import { byId, make, plural } from "../shared/dom.js";
import { plain } from "./album.js";
import { GrowingList } from "./growing_list.js";
import { keepReachable, walkWithArrows } from "./grid_keys.js";
import { flash, personCard, updatePersonCard } from "./tiles.js";

// name of the filter, what stands on it, who is let through
const FILTERS = [
  ["all", "All", () => true],
  ["doubtful", "Doubtful", (person) => person.nDoubtful > 0],
  ["unnamed", "Unnamed", (person) => !person.name],
  ["singles", "Singles", (person) => person.faces.length === 1],
];

export class Overview {
  constructor(album, settings, changed) {
    this.album = album;
    this.settings = settings;
    this.changed = changed;
    this.filter = "all";
    this.order = []; // ids: people keep their places until the list is asked for anew
    this.list = new GrowingList(byId("people"), {
      step: 60,
      make: (person) => personCard(album, person),
      update: (row, person) => updatePersonCard(album, row, person),
      grown: changed,
    });
    walkWithArrows(byId("people"), ".cover");
    byId("filters").append(
      ...FILTERS.map(([name, text]) => {
        const button = make("button", { type: "button", class: "chip", "data-filter": name }, text);
        button.addEventListener("click", () => this.setFilter(name));
        return button;
      }),
    );
    byId("search").addEventListener("input", () => this.show({ isAnew: true }));
    byId("hide-singles").checked = settings.hideSingles;
    byId("hide-singles").addEventListener("change", (event) => this.hideSingles(event.target.checked));
  }

  setFilter(name) {
    this.filter = name;
    this.show({ isAnew: true });
  }

  hideSingles(isHidden) {
    this.settings.hideSingles = byId("hide-singles").checked = isHidden;
    this.settings.save();
    this.show({ isAnew: true });
  }

  clear() {
    this.filter = "all";
    byId("search").value = "";
    this.hideSingles(false);
  }

  show({ isAnew = false, moved = [] } = {}) {
    const { people, personById } = this.album;
    const words = plain(byId("search").value).split(/\s+/).filter(Boolean);
    const isFound = (person) => words.every((word) => plain(person.name ?? "").includes(word));
    const isThrough = FILTERS.find(([name]) => name === this.filter)[2];
    const isHidden = (person) => this.settings.hideSingles && this.filter !== "singles" && person.faces.length === 1;
    this.order = isAnew || this.order.length === 0 ? people.map((person) => person.id) : steadyOrder(this.order, people);
    const shown = this.order.map((id) => personById.get(id)).filter((one) => isFound(one) && isThrough(one) && !isHidden(one));
    this.list.show(shown, { isAnew });
    keepReachable(byId("people"), ".cover");
    for (const [name, text, test] of FILTERS) {
      const button = byId("filters").querySelector(`[data-filter="${name}"]`);
      button.setAttribute("aria-pressed", String(name === this.filter));
      const n = name === "all" ? people.length : people.filter(test).length;
      button.replaceChildren(text, make("span", { class: "faint" }, n.toLocaleString("en")));
    }
    this.tellNobody(shown.length, people.filter(isHidden).length);
    for (const person of moved) flash(this.list.rows.get(person.id));
    this.changed();
  }

  tellNobody(nShown, nHidden) {
    const nobody = byId("nobody");
    nobody.hidden = nShown > 0;
    if (nobody.hidden) return;
    if (this.album.people.length === 0) {
      const photos = plural(this.album.about.nPhotos, "photo");
      nobody.textContent = this.album.about.nPhotos
        ? `No faces were found in ${photos}. Larger or sharper photos help; a folder with others is scanned by “frenemy faces”.`
        : "There are no photos in this album yet. Put some into its folder, then look for new photos.";
      return;
    }
    const all = make("button", { type: "button" }, "Show all people");
    all.addEventListener("click", () => this.clear());
    const why = nHidden === this.album.people.length ? "All people have one face, and those are hidden." : "Nobody is like that.";
    nobody.replaceChildren(make("span", {}, why), all);
  }
}

// Who was there stays where they were; who is new comes where their size says.
function steadyOrder(before, people) {
  const byIdNow = new Map(people.map((person) => [person.id, person]));
  const order = before.filter((id) => byIdNow.has(id));
  const known = new Set(order);
  for (const person of people) {
    if (known.has(person.id)) continue;
    const at = order.findIndex((id) => byIdNow.get(id).faces.length < person.faces.length);
    order.splice(at < 0 ? order.length : at, 0, person.id);
  }
  return order;
}
