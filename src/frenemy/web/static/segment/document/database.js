// The browser's database.

// A database with these tables, whose rows have a `key`.
export function openDatabase(name, tables) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => tables.forEach((table) => request.result.createObjectStore(table, { keyPath: "key" }));
  return done(request);
}

export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
