import type { Row } from '../lab/experiment.ts';
import { medianInterval } from '../stats/median.ts';
import { fastestPeer, type Goal, goals, type Unit } from './goals.ts';
import { rowWork } from './timing-rows.ts';

/** What became of a goal. */
export const goalWords = [
  'goal met',
  'floor met',
  'missed',
  'not available here',
  'no goal',
] as const;
export type GoalWord = (typeof goalWords)[number];

/** A goal with the figures of some runs. */
export interface JudgedGoal {
  /** `0 % present`, `build`, `scan`. */
  readonly work: string;
  readonly call: string;
  /** `null` where the figure is no ratio. */
  readonly against: string | null;
  /** The figure of each run; none where it was not to be had. */
  readonly figures: readonly number[];
  /** Their median, the lowest and the highest. */
  readonly median: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly unit: Unit;
  /** Whether a good figure is a small one or a large one. */
  readonly better: 'less' | 'more';
  readonly goal: number | null;
  readonly floor: number | null;
  readonly word: GoalWord;
  /** Why the goal was out of reach elsewhere; `null` where it is met here or not measured. */
  readonly note: string | null;
}

/**
 * Judges the median of some runs. A goal that one of them has no figure for (there is no compiler,
 * no package, no second core) is neither met nor missed. A goal or a floor that is exactly reached
 * is met.
 *
 * @param runs the rows of each run
 */
export function judgeGoals(
  runs: readonly (readonly Row[])[],
  list: readonly Goal[] = goals,
): JudgedGoal[] {
  return list.map((one) => {
    const { call, row, unit, goal = null, floor = goal, note = null } = one;
    const better = unit === 'share' ? 'less' : 'more';
    const found = runs.map((rows) => figureOf(one, rows));
    const known = found.filter((figure) => figure !== undefined);
    const figures = known.length === runs.length ? known.map(({ value }) => value) : [];
    const median = medianInterval(figures)?.median ?? null;
    const word = wordOf(median, { better, goal, floor });
    return {
      ...{ work: rowWork(row), call, against: againstOf(one, known), figures, median },
      low: median === null ? null : Math.min(...figures),
      high: median === null ? null : Math.max(...figures),
      ...{ unit, better, goal, floor, word },
      note: word === 'missed' || word === 'floor met' ? note : null,
    };
  });
}

interface Figure {
  readonly value: number;
  /** The package that was the fastest, where that is what it is compared with. */
  readonly peer?: string;
}

function figureOf(goal: Goal, rows: readonly Row[]): Figure | undefined {
  const own = rows.find((row) => matches(row, goal.row));
  if (own === undefined) return undefined;
  if (goal.against === fastestPeer) return peerFigure(own, rows);
  const { reference, ratio, ns } = own;
  if (goal.unit === 'M/s') return typeof ns === 'number' ? { value: 1_000 / ns } : undefined;
  return reference === goal.against && typeof ratio === 'number' ? { value: ratio } : undefined;
}

/** Filters with schemes of their own, which are those of the packages, `answers` tells. */
function peerFigure(own: Row, rows: readonly Row[]): Figure | undefined {
  const work = { pass: own.pass!, operation: own.operation!, answers: 'rate' };
  const [fastest] = rows
    .filter((row) => matches(row, work) && row.presentShare === own.presentShare)
    .filter(({ ns }) => typeof ns === 'number')
    .toSorted((a, b) => Number(a.ns) - Number(b.ns));
  if (fastest === undefined || typeof own.ns !== 'number') return undefined;
  return { value: Number(fastest.ns) / own.ns, peer: `${fastest.contender}` };
}

function matches(row: Row, values: Row): boolean {
  return Object.entries(values).every(([name, value]) => row[name] === value);
}

/** The packages that were the fastest, too. */
function againstOf({ against }: Goal, known: readonly Figure[]): string | null {
  if (against === undefined) return null;
  const peers = new Set(known.flatMap(({ peer }) => peer ?? []));
  return [against, ...peers].join(', ');
}

interface Aim {
  readonly better: JudgedGoal['better'];
  readonly goal: number | null;
  readonly floor: number | null;
}

function wordOf(median: number | null, { better, goal, floor }: Aim): GoalWord {
  if (median === null) return 'not available here';
  if (goal === null || floor === null) return 'no goal';
  const isReached = (limit: number) => (better === 'less' ? median <= limit : median >= limit);
  if (isReached(goal)) return 'goal met';
  return isReached(floor) ? 'floor met' : 'missed';
}
