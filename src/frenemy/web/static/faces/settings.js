// Preferences.

const NAME = "frenemy-faces-settings";

export class Settings {
  constructor() {
    this.hideSingles = false;
    try {
      Object.assign(this, JSON.parse(localStorage.getItem(NAME) ?? "{}"));
    } catch {
      // none, or damaged
    }
  }

  save() {
    try {
      localStorage.setItem(NAME, JSON.stringify(this));
    } catch {
      // no storage allowed
    }
  }
}
