import type { Shape } from '../filters/sizing.ts';
import type { PlainAnswer, PlainFilter } from './plain-program.ts';
import { type Pass, timePasses } from './time-passes.ts';
import type { Answers, Step, Variant } from './variant.ts';

/** The reference, where there is a C++ compiler. */
export const plainName = 'plain C++';

/** What is done with the set. */
export type Work =
  | { readonly operation: 'ask'; readonly presentShare: number; readonly ids: Uint32Array }
  | { readonly operation: 'build'; readonly ids: Uint32Array }
  | { readonly operation: 'scan'; readonly from: number; readonly to: number };

/** One measurement. */
export interface Visit {
  /** Ids that were asked, or added in a pass. */
  readonly ids: number;
  /** What was counted: present ids, or those that were added in a pass. */
  readonly count: number;
  /** Nanoseconds an id, of the fastest pass. */
  readonly ns: number;
  /** What tinybench warned of. */
  readonly warnings: readonly string[];
}

/** One that takes part in the comparison, in this process or in another. */
export interface Contender {
  readonly name: string;
  readonly answers: Answers;
  readonly bytes: number | null;
  /** Whether there is a way to do this work. */
  can(operation: Work['operation']): boolean;
  visit(work: Work): Promise<Visit>;
}

/** The fastest of so many counts, for the first ones find cold caches. */
const passCount = 3;
const buildCount = 2;

/** One that is called in this process. */
export function contender(variant: Variant): Contender {
  const { name, answers, bytes } = variant;
  return {
    ...{ name, answers, bytes },
    can: (operation) => variant[methods[operation]] !== undefined,
    visit: async (work) => {
      const passes = passesOf(variant, work);
      const before = () => variant.renew?.();
      const { ns, counts, warnings } = await timePasses(passes, { before });
      if (work.operation === 'build') {
        return { ids: passes[0]!.ids, count: counts[0]!, ns, warnings };
      }
      return { ids: sum(passes.map(({ ids }) => ids)), count: sum(counts), ns, warnings };
    },
  };
}

const methods = { ask: 'asker', build: 'adder', scan: 'scanner' } as const;

/**
 * A set is built anew in each pass. But no id is asked twice: a processor learns the answers to
 * some ten thousand ids, and predicts them in the next pass.
 */
function passesOf(variant: Variant, work: Work): Pass[] {
  const { isAsync = false } = variant;
  return stepsOf(variant, work).map((pass) => ({ ...pass, isAsync }));
}

function stepsOf(variant: Variant, work: Work): Pass[] {
  const { step, ids: most } = variant.pace;
  if (work.operation === 'build') {
    const pass = inSteps(work.ids.subarray(0, most), step, (ids) => variant.adder!(ids));
    return Array.from({ length: buildCount }, () => pass);
  }
  if (work.operation === 'ask') {
    return parts(work.ids.subarray(0, most)).map((part) =>
      inSteps(part, step, (ids) => variant.asker!(ids)),
    );
  }
  return rangeParts(work).map(([from, to]) => ({
    ids: to - from + 1,
    steps: [variant.scanner!(from, to)],
  }));
}

function inSteps(ids: Uint32Array, size: number, make: (ids: Uint32Array) => Step): Pass {
  const steps: Step[] = [];
  for (let start = 0; start < ids.length; start += size) {
    steps.push(make(ids.subarray(start, start + size)));
  }
  return { ids: ids.length, steps };
}

function parts(ids: Uint32Array): Uint32Array[] {
  const size = Math.ceil(ids.length / passCount);
  return Array.from({ length: passCount }, (_, part) =>
    ids.subarray(part * size, (part + 1) * size),
  );
}

function rangeParts({ from, to }: { readonly from: number; readonly to: number }) {
  const size = Math.ceil((to - from + 1) / passCount);
  return Array.from({ length: passCount }, (_, part) => {
    const first = from + part * size;
    return [first, Math.min(to, first + size - 1)] as const;
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const none = { warnings: [] };

/** The reference: article S0's filter in plain C++, which times itself in a process of its own. */
export function plainContender(filter: PlainFilter, { bits }: Shape): Contender {
  return {
    ...{ name: plainName, answers: 'scheme', bytes: Math.ceil(bits / 8) },
    can: () => true,
    visit: async (work) => {
      if (work.operation === 'scan') return scanParts(filter, work);
      const { ids, operation } = work;
      await filter.take(ids);
      if (operation === 'ask') {
        return { ids: ids.length, ...(await filter.ask(passCount)), ...none };
      }
      const { ns } = await filter.build(buildCount);
      return { ids: ids.length, count: ids.length, ns, ...none };
    },
  };
}

async function scanParts(
  filter: PlainFilter,
  work: { readonly from: number; readonly to: number },
): Promise<Visit> {
  const answers: PlainAnswer[] = [];
  for (const [from, to] of rangeParts(work)) answers.push(await filter.scan(from, to));
  return {
    ids: work.to - work.from + 1,
    count: sum(answers.map(({ count }) => count)),
    ns: Math.min(...answers.map(({ ns }) => ns)),
    ...none,
  };
}
