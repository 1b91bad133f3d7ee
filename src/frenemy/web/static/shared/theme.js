// Light or dark: the system's choice until the person makes one.

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
    // no storage allowed: until the page is closed
  }
}

// Call `change` whenever the theme may have become another one.
export function onTheme(change) {
  dark.addEventListener("change", change);
  new MutationObserver(change).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}
