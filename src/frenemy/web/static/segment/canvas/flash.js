// Shows for a moment which borders the last edit has changed.

import { borderChange } from "../solving/border_change.js";
import { BorderLines } from "./border_lines.js";

const FLASH_MS = 800;

/** @typedef {import("../solving/result.js").Result} Result */

export class Flash {
  constructor(painter) {
    this.painter = painter;
    /** @type {Result | null} */ this.last = null; // the result on the screen
    this.isCalm = matchMedia("(prefers-reduced-motion: reduce)"); // no fading: shown, then not
  }

  /**
   * Show what has changed since the last result; nothing for the first one of a picture.
   * @param {Result | null} result
   */
  update(result) {
    const { last } = this;
    if (last === result) return;
    this.last = result;
    this.painter.set({ flash: last && result ? this.flashOf(new BorderLines(borderChange(last, result))) : null });
  }

  flashOf(lines) {
    const began = performance.now();
    return (context, viewport) => {
      const share = (performance.now() - began) / FLASH_MS;
      if (share >= 1) return void (this.painter.scene.flash = null);
      lines.paintChanged(context, viewport, this.isCalm.matches ? 1 : 1 - share ** 2);
      this.painter.schedule();
    };
  }
}
