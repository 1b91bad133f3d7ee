// Which questions the album raises.

/** @typedef {import("./album_data.js").Face} Face */
/** @typedef {import("./album_data.js").Person} Person */
/** @typedef {{ kind: "face", key: string, face: Face, about: Person, other: Person | null }} FaceQuestion */
/** @typedef {{ kind: "split", key: string, about: Person, side: Face[], rest: Face[] }} SplitQuestion */
/** @typedef {{ kind: "join", key: string, about: Person, other: Person }} JoinQuestion */
/** @typedef {FaceQuestion | SplitQuestion | JoinQuestion} Question */

/**
 * The questions of the server that are not answered, those that settle most first.
 * @param {import("./album_data.js").Asked[]} asked
 * @param {Set<string>} answered keys of questions
 * @returns {Question[]}
 */
export function questionsOf(asked, answered) {
  const questions = asked.map(({ kind, people, faces }) => {
    const [about, other = null] = people;
    if (kind === "face") return faceQuestion(faces[0], about, other ? null : (faces[0].doubt?.other ?? null));
    if (kind === "join") return { kind, key: `join ${about.id} ${other.id}`, about, other };
    const side = about.faces.filter((face) => faces.includes(face));
    const rest = about.faces.filter((face) => !faces.includes(face));
    return { kind, key: `split ${side.map((face) => face.id).join(" ")} of ${about.faces.length}`, about, side, rest };
  });
  return questions.filter((one) => !answered.has(one.key));
}

/**
 * One question for each doubtful face: is it `about`, or `other`? For a face that is alone in its person, the question is
 * about the next best person.
 * @param {import("./album_data.js").Doubt[]} doubts
 * @param {Set<string>} answered keys of questions
 * @returns {FaceQuestion[]}
 */
export function doubtQuestions(doubts, answered) {
  const questions = doubts.map(({ face, other }) => {
    const isAlone = face.person.faces.length === 1;
    const about = isAlone ? other : face.person;
    return about && faceQuestion(face, about, isAlone ? null : other);
  });
  return questions.filter((one) => one && !answered.has(one.key));
}

/** @returns {FaceQuestion} */
function faceQuestion(face, about, other) {
  return { kind: "face", key: `${face.id} ${about.id}`, face, about, other };
}
