// The album as the page uses it, from the JSON of the server (see view.py).

/** @typedef {{ id: string, path: string, width: number, height: number, nFiles: number, faces: Face[] }} Photo */
/** @typedef {{ face: Face, other: Person | null }} Doubt */
/** @typedef {{ kind: "face" | "split" | "join", people: Person[], faces: Face[] }} Asked */
/** @typedef {{ id: string, photo: Photo, box: number[], person: Person | null, doubt: Doubt | null }} Face */
/** @typedef {{ id: string, number: number, name: string | null, faces: Face[], nDoubtful: number, mayBeTwo: boolean }} Person */

// Photos and faces, which change with new photos only: { photos, faces, byId }.
export function readFaces(table) {
  /** @type {Photo[]} */
  const photos = table.photos.map(([id, path, width, height, nFiles]) => ({ id, path, width, height, nFiles, faces: [] }));
  /** @type {Face[]} */
  const faces = table.faces.map(([id, photo, box]) => ({ id, photo: photos[photo], box, person: null, doubt: null }));
  for (const face of faces) face.photo.faces.push(face);
  return { photos, faces, byId: new Map(faces.map((face) => [face.id, face])) };
}

/**
 * People, doubtful faces and questions, { people, personById, doubts, asked }; sets the person and doubt of each face.
 * @param {any} state
 * @param {Face[]} faces
 */
export function readPeople(state, faces) {
  for (const face of faces) face.person = face.doubt = null;
  /** @type {Person[]} */
  const people = state.people.map(({ id, number, name, faces: indices }) => {
    const person = { id, number, name, faces: indices.map((k) => faces[k]), nDoubtful: 0, mayBeTwo: false };
    for (const face of person.faces) face.person = person;
    return person;
  });
  /** @type {Doubt[]} */
  const doubts = state.doubtful.map(([face, other]) => {
    const doubt = { face: faces[face], other: other === null ? null : people[other] };
    doubt.face.doubt = doubt;
    doubt.face.person.nDoubtful += 1;
    return doubt;
  });
  /** @type {Asked[]} */
  const asked = state.questions.map(({ kind, people: numbers, faces: indices }) => ({
    kind,
    people: numbers.map((k) => people[k]),
    faces: indices.map((k) => faces[k]),
  }));
  for (const { kind, people: [person] } of asked) if (kind === "split") person.mayBeTwo = true;
  return { people, personById: new Map(people.map((person) => [person.id, person])), doubts, asked };
}

// Ids of people are valid for one run of the server.
export const runOf = (revision) => revision.split("-")[0];
