// Which questions the doubtful faces raise.

/**
 * One question for each doubtful face that is not answered: is it `about`, or `other`? For a face that is alone in its
 * person, the question is about the next best person.
 * @param {import("./album_data.js").Doubt[]} doubts
 * @param {Set<string>} answered keys of questions
 */
export function questionsOf(doubts, answered) {
  const questions = doubts.map(({ face, other }) => {
    const isAlone = face.person.faces.length === 1;
    const about = isAlone ? other : face.person;
    return { face, about, other: isAlone ? null : other, key: about && `${face.id} ${about.id}` };
  });
  return questions.filter((one) => one.about && !answered.has(one.key));
}
