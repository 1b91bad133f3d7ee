// Runs before the first paint, so that the other theme does not flash. Not a module: modules run after the page is parsed.
try {
  const chosen = localStorage.getItem("frenemy-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // no storage allowed: the system's theme
}
