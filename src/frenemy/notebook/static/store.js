// In place of the browser's database: the work begins with what Python has, and Python keeps it.

import { byId } from "../../web/static/shared/dom.js";
import { sentence } from "../../web/static/shared/text.js";
import { ask } from "./host.js";

const PICTURE = "picture"; // there is one

export const newKey = () => PICTURE;

export class Store {
  static async open() {
    return new Store();
  }

  async load() {
    const { result } = await ask({ kind: "open" }, { onStage: (stage) => (byId("status").textContent = sentence(stage)) });
    const { width, height, ...marks } = result;
    const picture = { key: PICTURE, name: "", blob: null, session: PICTURE, width, height };
    const present = Object.freeze({ picture: PICTURE, ...marks, drawn: 0 });
    return { past: [], present, future: [], pictures: new Map([[PICTURE, picture]]) };
  }

  async savePicture() {}

  saveSession() {}

  saveWork() {}

  tidy() {}
}
