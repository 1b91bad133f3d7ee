// The picture that the tab showed last; none where the browser allows no storage.

const LAST = "frenemy-queue-last";

export function lastShown() {
  try {
    return sessionStorage.getItem(LAST);
  } catch {
    return null;
  }
}

export function rememberLast(id) {
  try {
    sessionStorage.setItem(LAST, id);
  } catch {
    // no storage allowed
  }
}
