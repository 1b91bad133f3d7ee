// One person: all their faces, most typical first.

import { byId } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { GrowingList } from "./growing_list.js";
import { keepReachable, walkWithArrows } from "./grid_keys.js";
import { stableFaces } from "./order.js";
import { watchNear } from "../../shared/scrolling.js";
import { faceTile, flash, updateFaceTile } from "./tiles.js";

export class PersonView {
  constructor(album, changed) {
    this.album = album;
    this.changed = changed;
    this.id = null;
    this.order = [];
    this.list = new GrowingList(byId("person-faces"), {
      step: 120,
      make: (face) => faceTile(album, face),
      update: updateFaceTile,
      grown: changed,
      watchNear,
    });
    walkWithArrows(byId("person-faces"));
  }

  get person() {
    return this.album.personById?.get(this.id) ?? null;
  }

  show({ isReset = false, moved = [] } = {}) {
    const { person } = this;
    const name = byId("person-name");
    if (name === document.activeElement && name.dataset.person !== person.id) name.blur(); // saves the text for the previous person
    name.dataset.person = person.id;
    if (name !== document.activeElement) name.value = person.name ?? "";
    const photos = new Set(person.faces.map((face) => face.photo)).size;
    const doubt = person.nDoubtful ? ` · ${person.nDoubtful} doubtful` : "";
    const two = person.mayBeTwo ? " · may be two people" : "";
    byId("person-what").textContent = `${plural(person.faces.length, "face")} in ${plural(photos, "photo")}${doubt}${two}`;
    byId("person-split").disabled = person.faces.length < 2;
    this.order = isReset ? person.faces : stableFaces(this.order, person.faces);
    this.list.show(this.order, { isReset });
    keepReachable(byId("person-faces"));
    for (const face of moved) flash(this.list.rows.get(face.id));
    this.changed();
  }
}
