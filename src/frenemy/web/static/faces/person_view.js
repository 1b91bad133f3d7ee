// One person: all their faces, most typical first.

import { byId, plural } from "../shared/dom.js";
import { GrowingList } from "./growing_list.js";
import { keepReachable, walkWithArrows } from "./grid_keys.js";
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
    });
    walkWithArrows(byId("person-faces"));
  }

  get person() {
    return this.album.personById?.get(this.id) ?? null;
  }

  show({ isAnew = false, moved = [] } = {}) {
    const { person } = this;
    const name = byId("person-name");
    if (name === document.activeElement && name.dataset.person !== person.id) name.blur(); // what was written is for who was shown
    name.dataset.person = person.id;
    if (name !== document.activeElement) name.value = person.name ?? "";
    const photos = new Set(person.faces.map((face) => face.photo)).size;
    const doubt = person.nDoubtful ? ` · ${person.nDoubtful} doubtful` : "";
    byId("person-what").textContent = `${plural(person.faces.length, "face")} in ${plural(photos, "photo")}${doubt}`;
    this.order = isAnew ? person.faces : steady(this.order, person.faces);
    this.list.show(this.order, { isAnew });
    keepReachable(byId("person-faces"));
    for (const face of moved) flash(this.list.rows.get(face.id));
    this.changed();
  }
}

// Faces that stay keep their order; those that came follow. After new photos the faces are other objects.
function steady(before, faces) {
  const now = new Map(faces.map((face) => [face.id, face]));
  const stayed = before.map((face) => now.get(face.id)).filter(Boolean);
  const known = new Set(stayed);
  return [...stayed, ...faces.filter((face) => !known.has(face))];
}
