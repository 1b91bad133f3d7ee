// Orders of lists that stay stable while the album changes.

// People keep their places; new ones are inserted by size.
export function stablePeople(before, people) {
  const now = new Map(people.map((person) => [person.id, person]));
  const order = before.filter((id) => now.has(id));
  const known = new Set(order);
  for (const person of people) {
    if (known.has(person.id)) continue;
    const at = order.findIndex((id) => now.get(id).faces.length < person.faces.length);
    order.splice(at < 0 ? order.length : at, 0, person.id);
  }
  return order;
}

// Faces keep their order; new ones follow. After a scan, faces are new objects with the same ids.
export function stableFaces(before, faces) {
  const now = new Map(faces.map((face) => [face.id, face]));
  const stayed = before.map((face) => now.get(face.id)).filter(Boolean);
  const known = new Set(stayed);
  return [...stayed, ...faces.filter((face) => !known.has(face))];
}
