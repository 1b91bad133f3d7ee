// All people that match the search and filter, largest first.

import { byId, make } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { GrowingList } from "./growing_list.js";
import { FILTERS, peopleFilter } from "./filters.js";
import { keepReachable, walkWithArrows } from "./grid_keys.js";
import { stablePeople } from "./order.js";
import { watchNear } from "../../shared/scrolling.js";
import { flash, personCard, updatePersonCard } from "./tiles.js";

export class Overview {
  constructor(album, settings, changed) {
    this.album = album;
    this.settings = settings;
    this.changed = changed;
    this.filter = "all";
    this.order = []; // ids: people keep their places until the list is reset
    this.scrolled = 0; // position when a person was opened
    this.list = new GrowingList(byId("people"), {
      step: 60,
      make: (person) => personCard(album, person),
      update: (row, person) => updatePersonCard(album, row, person),
      grown: changed,
      watchNear,
    });
    walkWithArrows(byId("people"), ".cover");
    byId("filters").append(
      ...FILTERS.map(({ name, text }) => {
        const button = make("button", { type: "button", class: "chip", "data-filter": name }, text);
        button.addEventListener("click", () => this.setFilter(name));
        return button;
      }),
    );
    byId("search").addEventListener("input", () => this.show({ isReset: true }));
    byId("hide-singles").checked = settings.hideSingles;
    byId("hide-singles").addEventListener("change", (event) => this.hideSingles(event.target.checked));
  }

  setFilter(name) {
    this.filter = name;
    this.show({ isReset: true });
  }

  hideSingles(isHidden) {
    this.settings.hideSingles = byId("hide-singles").checked = isHidden;
    this.settings.save();
    this.show({ isReset: true });
  }

  clear() {
    this.filter = "all";
    byId("search").value = "";
    this.hideSingles(false);
  }

  show({ isReset = false, moved = [] } = {}) {
    const { people, personById } = this.album;
    const { hideSingles } = this.settings;
    const isShown = peopleFilter({ search: byId("search").value, filter: this.filter, hideSingles });
    this.order = isReset || this.order.length === 0 ? people.map((person) => person.id) : stablePeople(this.order, people);
    const shown = this.order.map((id) => personById.get(id)).filter(isShown);
    this.list.show(shown, { isReset });
    keepReachable(byId("people"), ".cover");
    for (const { name, text, test } of FILTERS) {
      const button = byId("filters").querySelector(`[data-filter="${name}"]`);
      button.setAttribute("aria-pressed", String(name === this.filter));
      const n = name === "all" ? people.length : people.filter(test).length;
      button.replaceChildren(text, make("span", { class: "faint" }, n.toLocaleString("en")));
    }
    this.showNobody(shown.length);
    for (const person of moved) flash(this.list.rows.get(person.id));
    this.changed();
  }

  showNobody(nShown) {
    const nobody = byId("nobody");
    nobody.hidden = nShown > 0;
    if (nobody.hidden) return;
    if (this.album.people.length === 0) {
      const photos = plural(this.album.about.nPhotos, "photo");
      nobody.textContent = this.album.about.nPhotos
        ? `No faces were found in ${photos}. Try larger or sharper photos; “frenemy faces” scans another folder.`
        : "There are no photos in this album yet. Put some into its folder, then scan for new photos.";
      return;
    }
    const isAllHidden = this.settings.hideSingles && this.filter !== "singles" && this.album.people.every((one) => one.faces.length === 1);
    const all = make("button", { type: "button" }, "Show all people");
    all.addEventListener("click", () => this.clear());
    const why = isAllHidden ? "All people have one face, and those are hidden." : "Nobody matches.";
    nobody.replaceChildren(make("span", {}, why), all);
  }
}
