// Pictures and their sessions on the server. The server may forget a session; the page then sends the picture again.

import { ask, askJson, ServerError } from "../shared/wire.js";
import { newKey } from "./store.js";

const SAMPLE_NAME = "sample picture";

export class Pictures {
  constructor(store, known = new Map()) {
    this.store = store;
    this.byKey = known;
  }

  get(key) {
    return this.byKey.get(key);
  }

  // A new picture from a file, or the sample without one; sent, shown and kept.
  async add(blob) {
    const picture = { key: newKey(), name: blob ? blob.name || "pasted picture" : SAMPLE_NAME, blob, session: null };
    await this.open(picture);
    await this.show(picture);
    this.byKey.set(picture.key, picture);
    await this.store.savePicture(picture);
    this.store.saveSession(picture);
    return picture;
  }

  async open(picture, signal) {
    if (picture.blob) await this.checkSize(picture.blob);
    const path = picture.blob ? "/segment/sessions" : "/segment/sessions/sample";
    const told = await askJson(path, { method: "POST", body: picture.blob, signal });
    Object.assign(picture, told);
  }

  // Told here, as a server that refuses while a file is still being sent is not heard by every browser.
  async checkSize(blob) {
    this.limits ??= await askJson("/segment/limits");
    if (blob.size > this.limits.bytes) {
      const [has, most] = [blob.size, this.limits.bytes].map((n) => (n / 1e6).toLocaleString("en", { maximumFractionDigits: 1 }));
      throw new ServerError(413, `The file is too large: ${has} MB, at most ${most} MB.`);
    }
  }

  // What the server shows of it: turned upright, in colors a browser knows, whatever the file was.
  async show(picture) {
    if (picture.bitmap) return picture.bitmap;
    const response = await this.withSession(picture, (path) => ask(`${path}/picture`));
    picture.bitmap = await createImageBitmap(await response.blob());
    return picture.bitmap;
  }

  // Do something with the picture's session; once more with a new one if the server has forgotten it.
  async withSession(picture, action, signal) {
    if (picture.session) {
      try {
        return await action(`/segment/sessions/${picture.session}`);
      } catch (error) {
        if (!(error instanceof ServerError && error.status === 404)) throw error;
      }
    }
    await this.open(picture, signal);
    this.store.saveSession(picture);
    return action(`/segment/sessions/${picture.session}`);
  }

  // Pixels take much memory, and come again quickly.
  hideAllBut(shown) {
    for (const picture of this.byKey.values()) {
      if (picture === shown) continue;
      picture.bitmap?.close();
      picture.bitmap = null;
    }
  }

  keepOnly(keys) {
    for (const [key, picture] of this.byKey) {
      if (keys.has(key)) continue;
      picture.bitmap?.close();
      this.byKey.delete(key);
      if (picture.session) ask(`/segment/sessions/${picture.session}`, { method: "DELETE" }).catch(() => {});
    }
  }
}
