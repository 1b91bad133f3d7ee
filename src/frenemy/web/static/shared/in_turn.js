// Tasks that run one after another, such as changes that are sent to the server.

export class InTurn {
  /** @param {(isWorking: boolean) => void} working called when the first task begins and the last one ends */
  constructor(working) {
    this.working = working;
    this.last = Promise.resolve();
    this.nWaiting = 0;
  }

  /** @template T @param {() => Promise<T>} task one that never fails @returns {Promise<T>} */
  run(task) {
    this.nWaiting += 1;
    this.working(true);
    const done = this.last.then(task);
    this.last = done.then(() => {
      this.nWaiting -= 1;
      if (this.nWaiting === 0) this.working(false);
    });
    return done;
  }
}
