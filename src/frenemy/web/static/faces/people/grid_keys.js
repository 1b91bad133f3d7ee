// Arrow keys in a grid of tiles. Tab reaches one tile, arrow keys the others.

export function walkWithArrows(list, choice = ".tile") {
  const tiles = () => [...list.querySelectorAll(choice)];
  list.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !event.target.matches(choice)) return;
    const all = tiles();
    const at = all.indexOf(event.target);
    const next = all[indexAfter(event.key, all, at)];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  });
  list.addEventListener("focusin", (event) => event.target.matches(choice) && makeReachable(list, event.target, choice));
}

// After the tiles have changed: Tab reaches exactly one of them.
export function keepReachable(list, choice = ".tile") {
  if (!list.querySelector(`${choice}[tabindex="0"]`)) makeReachable(list, list.querySelector(choice), choice);
}

function makeReachable(list, tile, choice) {
  for (const other of list.querySelectorAll(`${choice}[tabindex="0"]`)) other.tabIndex = -1;
  if (tile) tile.tabIndex = 0;
}

// The index that a key leads to, or one outside the list. Only the rectangles of the tiles are used.
export function indexAfter(key, all, at) {
  if (key === "Home") return 0;
  if (key === "End") return all.length - 1;
  if (key === "ArrowRight") return at + 1;
  if (key === "ArrowLeft") return at - 1;
  if (key !== "ArrowUp" && key !== "ArrowDown") return -1;
  // The nearest tile in the row above or below.
  const here = all[at].getBoundingClientRect();
  const isDown = key === "ArrowDown";
  let best = -1;
  let bestAt = null;
  for (let k = isDown ? at + 1 : at - 1; k >= 0 && k < all.length; k += isDown ? 1 : -1) {
    const box = all[k].getBoundingClientRect();
    if (isDown ? box.top < here.bottom - 4 : box.bottom > here.top + 4) continue;
    if (bestAt !== null && Math.abs(box.top - bestAt.top) > 4) break;
    const off = Math.abs(box.left - here.left);
    if (bestAt === null || off < bestAt.off) {
      best = k;
      bestAt = { top: box.top, off };
    }
  }
  return best;
}
