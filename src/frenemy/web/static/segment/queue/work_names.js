// Work that was dropped together with pictures: cat.strokes.json is for cat.jpg.

import { readWork } from "../document/work_file.js";

const ENDING = ".strokes.json";

// The names that the work on a picture may have, the better first.
export const workNames = (name) => [name + ENDING, name.replace(/\.[^.]+$/, "") + ENDING];

// { work, isDone } of an item with its dropped files `works`; nothing where none is for it.
export async function workFor({ name, works = [] }, picture, classes) {
  const file = workNames(name).map((one) => works.find((work) => work.name === one)).find(Boolean);
  return file ? readWork(await file.text(), file.name, picture, classes) : { work: {}, isDone: false };
}
