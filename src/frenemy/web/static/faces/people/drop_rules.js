// Where dragged faces or people may be dropped. What is dragged is { faces } or { people }; a target is the id of a
// person, "new" or "no-face".

const MAX_TARGETS = 12;

// People to offer as targets: likely ones, then named ones, then the largest.
export function targetPeople({ faces, people }, all) {
  const here = new Set(people ?? faces.map((face) => face.person));
  const likely = (faces ?? []).map((face) => face.doubt?.other).filter((one) => one && !here.has(one));
  const order = [...new Set([...likely, ...all.filter((one) => one.name), ...all])];
  return order.filter((one) => !here.has(one) || (faces && here.size > 1)).slice(0, MAX_TARGETS);
}

export function isAllowed({ faces, people }, target, personById) {
  if (target === "new" || target === "no-face") return Boolean(faces);
  const person = personById.get(target);
  if (!person) return false;
  return people ? !people.includes(person) : faces.some((face) => face.person !== person);
}

// Do what dropping there means; actions: move(faces, person or null), merge(people, into), noFace(faces).
export function dropOn({ faces, people }, target, personById, actions) {
  if (target === "no-face") actions.noFace(faces);
  else if (people) actions.merge(people, personById.get(target));
  else actions.move(faces, target === "new" ? null : personById.get(target));
}
