/** Something that works or does not; says so once a change, however many requests notice it. */
export class Health {
  readonly #name: string;
  readonly #log: (line: string) => void;
  #fault: string | undefined;

  constructor(name: string, log: (line: string) => void) {
    this.#name = name;
    this.#log = log;
  }

  /** It worked. */
  up(): void {
    if (this.#fault === undefined) return;
    this.#fault = undefined;
    this.#log(`${this.#name}: works again`);
  }

  /** It did not; `reason` is logged at the change only. */
  down(reason: string): void {
    if (this.#fault !== undefined) return;
    this.#fault = reason;
    this.#log(`${this.#name}: ${reason}`);
  }
}
