/** How a visit is cut. */
export interface Pace {
  /** Most ids that it asks or adds, fewer where each takes long. */
  readonly ids: number;
  /**
   * Ids of one timed step, at least 1,024: a step must be far longer than the clock's tick. Ten
   * steps a pass let tinybench judge the clock; one of the slowest takes milliseconds.
   */
  readonly step: number;
}

/** Up to some 100 ns an id, up to 1 µs, and beyond. */
export const paces = {
  fast: { ids: Number.POSITIVE_INFINITY, step: 3_072 },
  slow: { ids: 30_720, step: 1_024 },
  slowest: { ids: 3_072, step: 1_024 },
} satisfies Record<string, Pace>;

/**
 * What a set answers: article S0's `scheme`, bit for bit; `exact`; or that of a filter with another
 * scheme at the same `rate`; `nothing` is a call that does not ask.
 */
export type Answers = 'scheme' | 'exact' | 'rate' | 'nothing';

/** A piece of work that is timed. What it counted is told afterwards, so nothing of it is dead. */
export interface Step {
  run(): void | Promise<void>;
  count(): number;
}

/**
 * A set of ids and one way to call it, in this process. It holds the members when it is made.
 * Every loop stands in source code of its own, so that V8 compiles each for the one thing it calls;
 * what an id must be turned into before it can be asked is made beforehand.
 */
export interface Variant {
  readonly name: string;
  readonly answers: Answers;
  /** Bytes that hold the members; `null` where it does not tell. */
  readonly bytes: number | null;
  readonly pace: Pace;
  /** Whether a step has run when what it returns is resolved. */
  readonly isAsync?: true;
  /** Asks for all of `ids`; counts those that are (maybe) present. */
  asker?(ids: Uint32Array): Step;
  /** Adds all of `ids` and counts them. */
  adder?(ids: Uint32Array): Step;
  /** Begins with an empty set, where adding what is there already would be less work. */
  renew?(): void;
  /** Asks for the ids `from` … `to`. */
  scanner?(from: number, to: number): Step;
}

/** A step that is a loop with a count. */
export function counted(loop: () => number): Step {
  let count = 0;
  return {
    run: () => {
      count = loop();
    },
    count: () => count,
  };
}
