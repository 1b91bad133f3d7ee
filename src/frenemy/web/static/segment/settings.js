// Preferences, of this tab and for later ones.

const NAME = "frenemy-segment-settings";
const DEFAULTS = { brush: 3, opacity: 0.5, auto: true };

export function loadSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export function saveSettings(settings) {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(settings));
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // no storage allowed
  }
}
