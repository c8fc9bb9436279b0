import { Bench, type BenchOptions } from 'tinybench';
import type { Step } from './variant.ts';

/** Steps that are timed together. */
export interface Pass {
  /** Ids that its steps ask or add. */
  readonly ids: number;
  readonly steps: readonly Step[];
}

export interface TimeOptions {
  /** Done before each pass; no time is taken of it. */
  before(): void;
  /** Another clock; only tests have one. */
  readonly clock?: NonNullable<BenchOptions['timestampProvider']>;
}

export interface TimedPasses {
  /** Nanoseconds an id, of the fastest pass. */
  readonly ns: number;
  /** What each pass counted. */
  readonly counts: readonly number[];
  /** Reasons for which tinybench calls the times of the steps worthless. */
  readonly warnings: readonly string[];
}

/** Each step is an iteration of tinybench: a batch, for single calls are shorter than its clock. */
export function timePasses(
  passes: readonly Pass[],
  { before, clock = 'hrtimeNow' }: TimeOptions,
): TimedPasses {
  const warnings = new Set<string>();
  const counts: number[] = [];
  let ns = Number.POSITIVE_INFINITY;
  for (const { ids, steps } of passes) {
    before();
    ns = Math.min(ns, timePass(steps, clock, warnings) / ids);
    counts.push(steps.reduce((sum, step) => sum + step.count(), 0));
  }
  return { ns, counts, warnings: [...warnings] };
}

function timePass(
  steps: readonly Step[],
  timestampProvider: NonNullable<BenchOptions['timestampProvider']>,
  warnings: Set<string>,
): number {
  const bench = new Bench({
    ...{ iterations: steps.length, time: 0, warmup: false, throws: true },
    ...{ subtractTimerOverhead: false, retainSamples: false, timestampProvider },
  });
  bench.addEventListener('warning', ({ reason }) => {
    warnings.add(reason ?? 'without a reason');
  });
  let at = 0;
  bench.add('pass', () => steps[at++]!.run(), { async: false });
  const [task] = bench.runSync();
  const { result } = task!;
  if (result.state !== 'completed' || at !== steps.length) {
    throw new Error(`tinybench ended with ${result.state} after ${at} of ${steps.length} steps`);
  }
  return result.totalTime * 1e6;
}
