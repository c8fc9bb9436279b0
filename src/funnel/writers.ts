/**
 * One after the other for each id: two writers of one id in this process commit and write the
 * cache in the same order. Without it an insert and a delete could leave the cache with the
 * loser's entry. Writers in other processes are not covered.
 */
export class Writers {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(id: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(id) ?? Promise.resolve();
    const turn = before.then(task, task);
    this.#tails.set(id, turn);
    try {
      return await turn;
    } finally {
      if (this.#tails.get(id) === turn) this.#tails.delete(id);
    }
  }
}
