import seedrandom from 'seedrandom';

/** A stream of pseudo-random numbers; the only source of chance in this project. */
export interface Random {
  /** Uniform in [0, 1) with 53 random bits. */
  float(): number;
  /** Uniform integer in [0, bound), 1 <= bound <= 2^53. */
  below(bound: number): number;
  /** Uniform unsigned 64-bit integer. */
  u64(): bigint;
}

/**
 * The generator named by `path`, for instance (seed, experiment, cell key). Equal paths give equal
 * streams; the parts are joined so that ('a', 'bc') and ('ab', 'c') differ. Based on seedrandom's
 * xor4096: 8 ns a draw where its default takes 42 ns.
 */
export function random(...path: readonly string[]): Random {
  const generator = seedrandom.xor4096(JSON.stringify(path));
  const word = () => BigInt(generator.int32() >>> 0);
  return {
    float: () => generator.double(),
    below: (bound) => Math.floor(generator.double() * bound),
    u64: () => (word() << 32n) | word(),
  };
}
