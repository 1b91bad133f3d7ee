// Dialogs and menus close where everyone expects it: by their cross, and by a click beside them.

export function closeDialogsOutside() {
  for (const dialog of document.querySelectorAll("dialog")) {
    const isOutside = (event) => event.target === dialog || event.target.closest(".close");
    dialog.addEventListener("click", (event) => isOutside(event) && dialog.close());
  }
}

export function closeMenusOutside() {
  addEventListener("pointerdown", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
}

// Close an open menu and give the focus back to it; false if none was open.
export function closeMenu() {
  const menu = document.querySelector("details.menu[open]");
  if (!menu) return false;
  menu.open = false;
  menu.querySelector("summary").focus();
  return true;
}
