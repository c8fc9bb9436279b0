import { quantile } from './quantiles.ts';

/**
 * Measured values, all of them kept (8 bytes each), so that a percentile is one of them: of its
 * exact rank, and not rounded to three digits as in the histograms of Node.
 */
export class Samples {
  readonly #values: number[] = [];
  #sorted: Float64Array | undefined;

  /** Of values that were taken elsewhere. */
  static of(values: Iterable<number>): Samples {
    const samples = new Samples();
    for (const value of values) samples.record(value);
    return samples;
  }

  record(value: number): void {
    this.#values.push(value);
    this.#sorted = undefined;
  }

  get count(): number {
    return this.#values.length;
  }

  /** `null` without samples. */
  get max(): number | null {
    return this.percentile(100);
  }

  /**
   * By nearest rank, 0 < percent <= 100; `null` without samples, and where they are few a high
   * percentile is the largest: say `count` with it.
   */
  percentile(percent: number): number | null {
    this.#sorted ??= Float64Array.from(this.#values).sort();
    return quantile(this.#sorted, percent);
  }

  /** The values in the order in which they were recorded, to be sent to another process. */
  toArray(): Float64Array {
    return Float64Array.from(this.#values);
  }
}
