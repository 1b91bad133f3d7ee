// What may be dragged on the faces page, and where to.

import { icon } from "../../shared/dom.js";
import { spot } from "../../shared/drags.js";
import { displayName } from "../album/names.js";
import { dropOn, isAllowed, targetPeople } from "./drop_rules.js";
import { picture } from "./tiles.js";

// The rules of shared/drags.js; actions: move(faces, person or null), merge(people, into), noFace(faces).
export function faceDrags(album, selection, actions) {
  const facesOf = (id) => (selection.kind === "face" && selection.ids.has(id) ? selection.faces : [album.byId.get(id)]);
  const peopleOf = (id) => (selection.kind === "person" && selection.ids.has(id) ? selection.people : [album.personById.get(id)]);
  return {
    cargoOf(element) {
      const from = element.closest("[data-face], [data-person]");
      if (!from || from.id) return null;
      return from.dataset.face ? { faces: facesOf(from.dataset.face) } : { people: peopleOf(from.dataset.person) };
    },
    ghostOf({ faces, people }) {
      const shown = faces ?? people.map((person) => person.faces[0]);
      return { children: shown.slice(0, 3).map((face) => picture(album, face)), n: shown.length };
    },
    spotsOf(cargo) {
      const spots = cargo.faces ? [spot("new", "New person", icon("plus")), spot("no-face", "Not a face", icon("no-face"))] : [];
      return [...spots, ...targetPeople(cargo, album.people).map((one) => spot(one.id, displayName(one), picture(album, one.faces[0])))];
    },
    isAllowed: (cargo, drop) => isAllowed(cargo, drop, album.personById),
    drop: (cargo, drop) => dropOn(cargo, drop, album.personById, actions),
  };
}
