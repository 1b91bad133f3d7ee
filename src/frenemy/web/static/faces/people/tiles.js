// The tiles of faces and the cards of people.

import { icon, make } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { displayName } from "../album/names.js";

const STRIP = 2; // faces beside the large one on a person's card

export function picture(album, face) {
  const image = make("img", { alt: "", loading: "lazy", decoding: "async", width: 160, height: 160, draggable: "false" });
  image.src = album.thumb(face);
  return image;
}

function tick(what) {
  const button = make("button", { type: "button", class: "tick", tabindex: "-1", "aria-pressed": "false" }, icon("tick"));
  button.setAttribute("aria-label", `Select ${what}`);
  return button;
}

export function faceTile(album, face) {
  const tile = make("button", { type: "button", class: "tile", tabindex: "-1" }, picture(album, face));
  return make("li", { class: "face", "data-face": face.id }, tile, tick("face"));
}

export function updateFaceTile(row, face) {
  const isDoubtful = face.doubt !== null;
  row.classList.toggle("doubtful", isDoubtful);
  const tile = row.querySelector(".tile");
  tile.title = `${face.photo.path}${isDoubtful ? "\nDoubtful" : ""}`;
  tile.setAttribute("aria-label", `${isDoubtful ? "Doubtful face" : "Face"} in ${face.photo.path}`);
}

export function personCard(album, person) {
  const tile = make("button", { type: "button", class: "tile cover", tabindex: "-1" });
  const strip = make("div", { class: "strip", "aria-hidden": "true" });
  const name = make("input", {
    class: "name",
    placeholder: "Add a name",
    "aria-label": "Name",
    autocomplete: "off",
    spellcheck: "false",
    dir: "auto",
    maxlength: "100",
  });
  const foot = make("div", { class: "person-foot" }, name, make("span", { class: "person-size" }));
  const drop = make("div", { class: "person-pictures" }, tile, strip);
  return make("li", { class: "person", "data-person": person.id, "data-drop": person.id }, drop, tick("person"), foot);
}

export function updatePersonCard(album, row, person) {
  const shown = person.faces.slice(0, STRIP + 1);
  const signature = [album.about.look, person.faces.length, person.nDoubtful, person.name, ...shown.map((face) => face.id)].join("|");
  if (row.signature === signature) return;
  row.signature = signature;
  const tile = row.querySelector(".cover");
  tile.replaceChildren(picture(album, shown[0]));
  const size = plural(person.faces.length, "face");
  const doubt = person.nDoubtful ? `, ${person.nDoubtful} doubtful` : "";
  tile.setAttribute("aria-label", `${displayName(person)}, ${size}${doubt}`);
  tile.title = `${displayName(person)}: ${size}${doubt}`;
  const small = shown.slice(1).map((face) => make("span", { class: "small", "data-face": face.id }, picture(album, face)));
  while (small.length < STRIP) small.push(make("span", { class: "none" }));
  row.querySelector(".strip").replaceChildren(...small);
  const name = row.querySelector(".name");
  if (name !== document.activeElement) name.value = person.name ?? "";
  name.setAttribute("aria-label", `Name of ${displayName(person)}`);
  const count = make("span", { title: size }, person.faces.length.toLocaleString("en"));
  const parts = [count];
  if (person.nDoubtful) {
    parts.unshift(make("span", { class: "doubt", title: `${plural(person.nDoubtful, "face")} doubtful` }, `${person.nDoubtful} ?`));
  }
  row.querySelector(".person-size").replaceChildren(...parts);
}

// Highlight an element for a moment.
export function flash(element) {
  element?.classList.remove("moved");
  void element?.offsetWidth; // restarts the animation
  element?.classList.add("moved");
}
