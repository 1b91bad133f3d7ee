// The tooltip beside the pointer.

import { byId } from "../../shared/dom.js";

export function showTip(x, y, name, what, screen) {
  const tip = byId("hover");
  byId("hover-name").textContent = name;
  byId("hover-what").textContent = what;
  tip.hidden = false;
  const left = Math.min(x + 16, screen.width - tip.offsetWidth - 8);
  const top = y + 20 + tip.offsetHeight > screen.height ? y - tip.offsetHeight - 12 : y + 20;
  tip.style.transform = `translate(${Math.max(left, 8)}px, ${top}px)`;
}

export function hideTip() {
  byId("hover").hidden = true;
}
