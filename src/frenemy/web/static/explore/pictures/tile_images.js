// The pictures of tiles: loaded a few at a time, the last ones used are kept.

import { loadImage } from "../../shared/image_source.js";
import { keyOf } from "./tile_grid.js";

const MAX_KEPT = 240;
const MAX_LOADING = 6;

export class TileImages {
  /** @param {(key: string) => string} address @param {() => void} loaded */
  constructor(address, loaded) {
    this.address = address;
    this.loaded = loaded;
    /** @type {Map<string, HTMLImageElement>} */
    this.images = new Map(); // the last used one last
    /** @type {Map<string, HTMLImageElement>} */
    this.loading = new Map();
    /** @type {Set<string>} */
    this.failed = new Set();
  }

  has(key) {
    return this.images.has(key);
  }

  get(key) {
    const image = this.images.get(key);
    this.images.delete(key);
    this.images.set(key, image);
    return image;
  }

  // Load those of these tiles that are missing; whoever shows them asks again when one has arrived.
  want(tiles) {
    for (const tile of tiles) {
      const key = keyOf(tile);
      if (this.loading.size >= MAX_LOADING) return;
      if (!this.images.has(key) && !this.loading.has(key) && !this.failed.has(key)) this.load(key);
    }
  }

  load(key) {
    const image = new Image();
    this.loading.set(key, image);
    const done = (isLoaded) => {
      if (this.loading.get(key) !== image) return; // forgotten meanwhile
      this.loading.delete(key);
      if (isLoaded) this.images.set(key, image);
      else this.failed.add(key);
      for (const old of [...this.images.keys()].slice(0, Math.max(this.images.size - MAX_KEPT, 0))) this.images.delete(old);
      this.loaded();
    };
    image.addEventListener("load", () => done(true));
    image.addEventListener("error", () => done(false));
    loadImage(image, this.address(key));
  }

  clear() {
    this.images.clear();
    this.loading.clear();
    this.failed.clear();
  }
}
