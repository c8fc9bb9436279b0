/**
 * A chart as plain data. An experiment says what is to be seen; `src/report` alone knows how it
 * is drawn, so that one chart can become a page, a table or a file.
 */
export interface Chart {
  /** Unique within its experiment: `[a-z0-9-]+`. */
  readonly id: string;
  readonly title: string;
  /** The sentence that says what to see. */
  readonly lesson: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** Claims (`S0-17`, …) that this chart shows; their verdicts are written beside it. */
  readonly claims?: readonly string[];
}

/** What an axis measures. */
export interface Axis {
  readonly title: string;
  /** `''` where the axis is a plain number or names things. */
  readonly unit: string;
  readonly scale: 'linear' | 'log' | 'category';
}

/** Points that belong together under one name, which has one look in all charts of a page. */
export interface Series {
  readonly name: string;
  readonly mark: 'line' | 'points' | 'bars' | 'stacked-bars';
  readonly points: readonly Point[];
}

/** One value with its interval. */
export interface Point {
  readonly x: number | string;
  /** `null` where there is no value; `note` then says why. */
  readonly y: number | null;
  /** The ends of the interval, where there is one. */
  readonly low?: number;
  readonly high?: number;
  /** Set where `y` is only a bound (0 hits in N probes): drawn with a mark of its own. */
  readonly bound?: 'upper';
  readonly note?: string;
}
