// Preferences: brush, colors and preview for later tabs too, auto-run for this tab only.

const NAME = "frenemy-segment-settings";
/** @type {{ brush: number, opacity: number, colorBy: "object" | "class", preview: boolean, auto: boolean }} */
const DEFAULTS = { brush: 3, opacity: 0.5, colorBy: "object", preview: true, auto: true };

export function loadSettings() {
  return { ...DEFAULTS, ...read("localStorage"), auto: DEFAULTS.auto, ...read("sessionStorage") };
}

export function saveSettings(settings) {
  write("sessionStorage", settings);
  write("localStorage", { ...settings, auto: undefined });
}

/** @param {"localStorage" | "sessionStorage"} place */
function read(place) {
  try {
    const found = JSON.parse(globalThis[place].getItem(NAME) ?? "{}");
    return found !== null && typeof found === "object" ? found : {};
  } catch {
    return {}; // no storage allowed, or not ours
  }
}

/** @param {"localStorage" | "sessionStorage"} place */
function write(place, settings) {
  try {
    globalThis[place].setItem(NAME, JSON.stringify(settings));
  } catch {
    // no storage allowed
  }
}
