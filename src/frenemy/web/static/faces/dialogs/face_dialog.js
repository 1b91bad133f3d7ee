// One face in its photo, with the other faces of the photo.

import { byId, make } from "../../shared/dom.js";
import { plural } from "../../shared/text.js";
import { request } from "../../shared/requests.js";
import { displayName } from "../album/names.js";
import { picture } from "../people/tiles.js";

export class FaceDialog {
  // actions: moveTo(faces, likely), move(faces, person or null), noFace(faces), open(person)
  constructor(album, actions) {
    this.album = album;
    this.dialog = byId("large");
    /** @type {any} */
    this.face = null;
    /** @type {any[]} */
    this.among = []; // the faces to step through
    /** @type {string | null} */
    this.shown = null; // the id of the photo
    this.address = "";
    const on = (id, act) => byId(id).addEventListener("click", act);
    on("large-back", () => this.step(-1));
    on("large-next", () => this.step(1));
    on("large-person", () => {
      this.dialog.close();
      actions.open(this.face.person);
    });
    on("large-move", () => actions.moveTo([this.face], [this.face.doubt?.other]));
    on("large-new", () => actions.move([this.face], null));
    on("large-no-face", () => {
      const { face } = this;
      if (this.among.length > 1) this.step(1);
      else this.dialog.close();
      actions.noFace([face]);
    });
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") this.step(-1);
      else if (event.key === "ArrowRight") this.step(1);
      else return;
      event.preventDefault();
    });
    this.dialog.addEventListener("close", () => {
      this.shown = null;
      URL.revokeObjectURL(this.address);
    });
  }

  show(face, among) {
    this.face = face;
    this.among = among.includes(face) ? among : [face];
    this.render();
    if (!this.dialog.open) this.dialog.showModal();
  }

  // After a change of the album.
  update() {
    if (!this.dialog.open) return;
    this.face = this.album.byId.get(this.face.id) ?? null;
    this.among = this.among.map((one) => this.album.byId.get(one.id)).filter((one) => one?.person);
    if (!this.face?.person) this.face = this.among[0] ?? null;
    if (this.face) this.render();
    else this.dialog.close();
  }

  step(by) {
    const at = this.among.indexOf(this.face) + by + this.among.length;
    this.face = this.among[at % this.among.length];
    this.render();
  }

  render() {
    const { face } = this;
    const { photo, person } = face;
    byId("large-title").textContent = displayName(person);
    const copies = photo.nFiles > 1 ? ` and ${plural(photo.nFiles - 1, "copy", "copies")}` : "";
    const place = this.among.length > 1 ? ` · ${this.among.indexOf(face) + 1} of ${this.among.length}` : "";
    byId("large-file").textContent = `${photo.path}${copies} · ${photo.width} × ${photo.height}${face.doubt ? " · doubtful" : ""}${place}`;
    byId("large-back").disabled = byId("large-next").disabled = this.among.length < 2;
    byId("large-new").disabled = person.faces.length === 1;
    if (this.shown !== photo.id) this.load(photo);
    this.drawBoxes();
  }

  async load(photo) {
    this.shown = photo.id;
    const frame = make("div", { class: "frame loading" }, picture(this.album, this.face));
    frame.style.aspectRatio = `${photo.width} / ${photo.height}`;
    frame.style.setProperty("--ratio", photo.width / photo.height);
    byId("large-photo").replaceChildren(frame);
    try {
      const blob = await (await request(this.album.photo(photo))).blob();
      if (this.shown !== photo.id) return;
      URL.revokeObjectURL(this.address);
      this.address = URL.createObjectURL(blob);
      const image = make("img", { alt: photo.path, draggable: "false" });
      image.src = this.address;
      await image.decode();
      if (this.shown !== photo.id) return;
      frame.classList.remove("loading");
      frame.replaceChildren(image);
      this.drawBoxes();
    } catch (error) {
      if (this.shown !== photo.id) return;
      frame.classList.add("lost");
      frame.append(make("p", { role: "alert" }, error.message ?? "The photo cannot be shown."));
    }
  }

  drawBoxes() {
    const frame = byId("large-photo").querySelector(".frame");
    for (const old of frame.querySelectorAll(".box")) old.remove();
    if (frame.classList.contains("loading")) return;
    const { photo } = this.face;
    for (const face of photo.faces.filter((one) => one.person)) {
      const [left, top, right, bottom] = face.box;
      const box = make("button", { type: "button", class: "box", title: displayName(face.person) });
      box.setAttribute("aria-label", `${displayName(face.person)}${face === this.face ? ", this face" : ""}`);
      if (face === this.face) box.setAttribute("aria-current", "true");
      box.append(make("span", { dir: "auto" }, displayName(face.person)));
      box.style.left = `${(100 * left) / photo.width}%`;
      box.style.top = `${(100 * top) / photo.height}%`;
      box.style.width = `${(100 * (right - left)) / photo.width}%`;
      box.style.height = `${(100 * (bottom - top)) / photo.height}%`;
      box.addEventListener("click", () => this.show(face, this.among.includes(face) ? this.among : photo.faces.filter((one) => one.person)));
      frame.append(box);
    }
  }
}
