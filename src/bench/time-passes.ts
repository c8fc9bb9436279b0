import { Bench, type BenchOptions } from 'tinybench';
import type { Step } from './variant.ts';

/** Steps that are timed together. */
export interface Pass {
  /** Ids that its steps ask or add. */
  readonly ids: number;
  readonly steps: readonly Step[];
  /** Whether its steps are awaited. */
  readonly isAsync?: boolean;
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
export async function timePasses(
  passes: readonly Pass[],
  { before, clock = 'hrtimeNow' }: TimeOptions,
): Promise<TimedPasses> {
  const warnings = new Set<string>();
  const counts: number[] = [];
  let ns = Number.POSITIVE_INFINITY;
  for (const pass of passes) {
    before();
    ns = Math.min(ns, (await timePass(pass, clock, warnings)) / pass.ids);
    counts.push(pass.steps.reduce((sum, step) => sum + step.count(), 0));
  }
  return { ns, counts, warnings: [...warnings] };
}

async function timePass(
  { steps, isAsync = false }: Pass,
  timestampProvider: NonNullable<BenchOptions['timestampProvider']>,
  warnings: Set<string>,
): Promise<number> {
  const bench = new Bench({
    ...{ iterations: steps.length, time: 0, warmup: false, throws: true },
    ...{ subtractTimerOverhead: false, retainSamples: false, timestampProvider },
  });
  bench.addEventListener('warning', ({ reason }) => {
    warnings.add(reason ?? 'without a reason');
  });
  let at = 0;
  bench.add('pass', () => steps[at++]!.run(), { async: isAsync });
  const [task] = await bench.run();
  const { result } = task!;
  if (result.state !== 'completed' || at !== steps.length) {
    throw new Error(`tinybench ended with ${result.state} after ${at} of ${steps.length} steps`);
  }
  return result.totalTime * 1e6;
}
