// Names of people: in sentences, in searches, and compared.

// The person in a sentence. Isolation marks around a name written from right to left keep the sentence in order.
export function displayName(person) {
  if (!person.name) return `Person ${person.number}`;
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(person.name) ? `\u2068${person.name}\u2069` : person.name;
}

// For searches: without case, accents and surrounding spaces.
export function searchKey(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

// Two texts with the same key are one name on the server, which merges their people: see person_name.py.
export function nameKey(text) {
  const line = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "").replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC"); // through upper case: ß is ss
}

// Known names that contain the typed text, those that start with it first.
export function suggestedNames(people, typed) {
  const key = searchKey(typed);
  if (!key) return [];
  const names = [...new Set(people.map((person) => person.name).filter(Boolean))];
  const startsWith = (name) => Number(searchKey(name).startsWith(key));
  const found = names.filter((name) => searchKey(name).includes(key) && name !== typed);
  return found.sort((a, b) => startsWith(b) - startsWith(a) || a.localeCompare(b));
}
