// The pictures of a queue in their order, and the one that is shown.

/**
 * id: of the folder, or made here. stamp: changes with the file. state: "new", "begun" or "done". problem: why the
 * picture cannot be shown; workProblem: why its saved work cannot; unread: the same, as this tab found out.
 * blob: a dropped file; works: the files of work that were dropped with it. history, saver, isDone and openedStamp: from
 * when it was first shown.
 * @typedef {{ id: string, name: string, state: string, problem: string, workProblem?: string, stamp?: string,
 *   unread?: string, isGone?: boolean, blob?: File, works?: File[], history?: any, saver?: any, isDone?: boolean,
 *   openedStamp?: string }} Item
 */

export class Items {
  constructor() {
    /** @type {Item[]} */
    this.all = [];
    /** @type {Item | null} */
    this.current = null;
  }

  get position() {
    return this.all.indexOf(this.current);
  }

  get nDone() {
    return this.all.filter(({ state }) => state === "done").length;
  }

  byId(id) {
    return this.all.find((item) => item.id === id) ?? null;
  }

  // The picture at a distance from the one that is shown, or null beyond the ends.
  at(distance) {
    return this.all[this.position + distance] ?? null;
  }

  // The next one that is neither done nor known to be unreadable, from the current one on and around; null if there is none.
  nextToDo() {
    const from = this.position + 1;
    const order = [...this.all.slice(from), ...this.all.slice(0, from)];
    return order.find((item) => item !== this.current && item.state !== "done" && !item.problem) ?? null;
  }

  // Where to begin: at the one that was shown last, else at the first that is to be done.
  first(lastId) {
    return this.byId(lastId) ?? this.nextToDo() ?? this.all[0] ?? null;
  }

  // Take over a new listing of the folder. What was opened here keeps its state, which may be newer than the listing,
  // and stays while it is shown or unsaved.
  update(rows) {
    const known = new Map(this.all.map((item) => [item.id, item]));
    const listed = rows.map((row) => {
      const item = known.get(row.id);
      known.delete(row.id);
      if (!item) return { ...row };
      const isSame = item.stamp === row.stamp && !item.isGone; // what was found out about the file still holds
      const problem = row.problem || (isSame ? item.problem : "");
      return Object.assign(item, row, { problem, isGone: false }, item.history ? { state: item.state } : {});
    });
    const left = [...known.values()].filter((item) => item === this.current || (item.saver && !item.saver.isSaved));
    for (const item of left) Object.assign(item, { problem: `${item.name} is not there any more.`, isGone: true });
    this.all = [...listed, ...left];
  }
}
