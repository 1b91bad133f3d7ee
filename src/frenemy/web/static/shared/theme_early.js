// Before the first paint, so that a chosen theme does not flash the other one. Not a module: those wait for the page.
try {
  const chosen = localStorage.getItem("frenemy-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // no storage allowed: the system's theme
}
