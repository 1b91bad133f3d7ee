// Where images come from; in a notebook, another module takes the place of this one.

/** @param {HTMLImageElement} image @param {string} path */
export function loadImage(image, path) {
  image.src = path;
}
