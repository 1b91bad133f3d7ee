// Saves the work on one picture, one request at a time, only the newest; goes on trying when that fails.

const RETRY_MS = 5000;

export class Saver {
  // send(text, base, isLeaving): saves over the version `base`, resolves to the new version.
  // changed(isAgain): the status has changed; isAgain for a failure that was shown before.
  constructor(send, changed, retryMs = RETRY_MS) {
    this.send = send;
    this.changed = changed;
    this.retryMs = retryMs;
    this.version = ""; // on the disk, as far as is known here
    this.saved = null; // the text of that version
    this.text = null; // to be saved
    this.error = null;
    this.isSending = false;
    this.timer = null;
  }

  get isSaved() {
    return this.text === this.saved;
  }

  // Whether the file holds work that was not seen here: nothing is sent before keepMine() or begin().
  get isConflict() {
    return this.error?.status === 409;
  }

  /** @returns {"saved" | "saving" | "failed" | "conflict"} */
  get status() {
    if (this.isConflict) return "conflict";
    if (this.error) return "failed";
    return this.isSaved ? "saved" : "saving";
  }

  // Go on from what is on the disk.
  begin(text, version) {
    clearTimeout(this.timer);
    this.text = this.saved = text;
    this.version = version;
    this.error = null;
    this.changed(false);
  }

  save(text) {
    if (this.text === text) return;
    this.text = text;
    if (this.isSaved && !this.isSending && !this.isConflict) {
      this.error = null; // undone: the disk has it already
      clearTimeout(this.timer);
      return this.changed(false);
    }
    return this.flush(false);
  }

  // Save over the version on the disk.
  keepMine(version) {
    this.version = version;
    this.saved = undefined; // what is there is not ours
    this.error = null;
    return this.flush(false);
  }

  async flush(isAgain) {
    if (this.isSending || this.isConflict) return;
    clearTimeout(this.timer);
    this.isSending = true;
    if (!isAgain) this.changed(false);
    while (!this.isSaved) {
      const { text } = this;
      try {
        this.version = await this.send(text, this.version, false);
        this.saved = text;
        this.error = null;
        isAgain = false;
      } catch (error) {
        this.error = error;
        break;
      }
    }
    this.isSending = false;
    if (this.error && !this.isConflict) this.timer = setTimeout(() => this.flush(true), this.retryMs);
    this.changed(isAgain);
  }

  // The page is being closed: a request in flight may end with it, so the newest goes out once more.
  leave() {
    if (!this.isSaved && !this.isConflict) this.send(this.text, this.version, true).catch(() => {});
  }
}
