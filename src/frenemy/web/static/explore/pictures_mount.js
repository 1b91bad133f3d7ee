// The pictures of the clustering: each module is loaded when its picture is first shown.

import { byId } from "../shared/dom.js";

const MODULES = {
  matrix: () => import("./pictures/matrix_view.js").then((module) => module.MatrixView),
  path: () => import("./pictures/path_view.js").then((module) => module.PathView),
  map: () => import("./pictures/map_view.js").then((module) => module.MapView),
  drawing: () => import("./pictures/drawing.js").then((module) => module.Drawing),
};

export class Pictures {
  /** @param {any} api what pictures may ask and do @param {(error: Error) => void} failed */
  constructor(api, failed) {
    this.api = api;
    this.failed = failed;
    /** @type {Map<string, Promise<any>>} */
    this.views = new Map();
    /** @type {Set<string>} */
    this.shown = new Set();
  }

  // more: what else the picture needs, such as the group that is drawn
  async show(name, state, ...more) {
    this.shown.add(name);
    try {
      if (!this.views.has(name)) this.views.set(name, MODULES[name]().then((View) => new View(byId(`${name}-mount`), this.api)));
      const view = await this.views.get(name);
      if (this.shown.has(name)) await view.show(state, ...more);
    } catch (error) {
      this.failed(error);
    }
  }

  async hide(name) {
    if (!this.shown.delete(name)) return;
    (await this.views.get(name))?.hide();
  }
}
