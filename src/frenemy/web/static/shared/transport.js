// How requests get to Python; in a notebook, another module takes the place of this one.

/** @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
export const send = (path, options) => fetch(path, options);
