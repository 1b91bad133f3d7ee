// Dialogs and menus close by their cross and by a click outside.

export function closeDialogsOutside() {
  for (const dialog of document.querySelectorAll("dialog")) {
    const isOutside = (event) => event.target === dialog || event.target.closest(".close");
    dialog.addEventListener("click", (event) => isOutside(event) && dialog.close());
  }
}

export function closeMenusOutside() {
  addEventListener("pointerdown", (event) => {
    for (const menu of openMenus()) {
      if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
    }
  });
}

/** @returns {NodeListOf<HTMLDetailsElement>} */
const openMenus = () => document.querySelectorAll("details.menu[open]");

// Close an open menu and focus its button; false if none was open.
export function closeMenu() {
  const [menu] = openMenus();
  if (!menu) return false;
  menu.open = false;
  menu.querySelector("summary").focus();
  return true;
}
