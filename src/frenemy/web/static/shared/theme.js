// Light or dark: as the system, until the user chooses.

const dark = matchMedia("(prefers-color-scheme: dark)");

export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : dark.matches;
}

export function toggleTheme() {
  const next = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem("frenemy-theme", next);
  } catch {
    // no storage allowed: it lasts until the page is closed
  }
}

// Call `change` whenever the theme may have changed.
export function onTheme(change) {
  dark.addEventListener("change", change);
  new MutationObserver(change).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}
