// Pictures and their sessions on the server. When the server has deleted a session, the page sends the picture again.

import { request, requestJson, ServerError } from "../../shared/requests.js";
import { newKey } from "../document/store.js";

const SAMPLE_NAME = "sample picture";

export class Pictures {
  constructor(store, known = new Map()) {
    this.store = store;
    this.byKey = known;
    /** @type {{ bytes: number } | undefined} */
    this.limits = undefined;
  }

  get(key) {
    return this.byKey.get(key);
  }

  // Upload and store a new picture from a file, or the sample without one.
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
    const path = picture.address ?? (picture.blob ? "/segment/sessions" : "/segment/sessions/sample");
    const answer = await requestJson(path, { method: "POST", body: picture.blob, signal });
    Object.assign(picture, answer); // session, width, height
  }

  // Checked here, as some browsers do not show an error that the server sends during an upload.
  async checkSize(blob) {
    this.limits ??= await requestJson("/segment/limits");
    if (blob.size > this.limits.bytes) {
      const [size, limit] = [blob.size, this.limits.bytes].map((n) => (n / 1e6).toLocaleString("en", { maximumFractionDigits: 1 }));
      throw new ServerError(413, `The file is too large: ${size} MB, at most ${limit} MB.`);
    }
  }

  // The picture as the server decodes it: upright, in colors that a browser displays, whatever the file format.
  async show(picture) {
    if (picture.bitmap) return picture.bitmap;
    const response = await this.withSession(picture, (path) => request(`${path}/picture`));
    picture.bitmap = await createImageBitmap(await response.blob());
    return picture.bitmap;
  }

  // Call action with the path of the picture's session; again with a new session if the server has deleted it.
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

  // Bitmaps take much memory and are quickly loaded again.
  releaseOthers(shown) {
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
      if (picture.session) request(`/segment/sessions/${picture.session}`, { method: "DELETE" }).catch(() => {});
    }
  }
}
