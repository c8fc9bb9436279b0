import type { Row } from '../lab/experiment.ts';
import { plainName } from './contender.ts';

/** What a figure is. */
export type Unit =
  /** Its time as a share of the time of a reference: the less, the better. */
  | 'share'
  /** How many times as fast it is as something else. */
  | 'times'
  /** Millions of calls a second: no ratio, and so a figure of the machine that it is measured on. */
  | 'M/s';

/** How fast a call shall be. */
export interface Goal {
  /** What is called. */
  readonly call: string;
  /** Values that tell its row from all others of a run. */
  readonly row: Row;
  readonly unit: Unit;
  /**
   * A reference, for the `ratio` of the row to it; or `fastestPeer`, for how many times as long the
   * npm package takes that takes the least at this work. Millions a second are of nothing.
   */
  readonly against?: string;
  /** What is aimed at; without it the figure is only shown. */
  readonly goal?: number;
  /** What must be reached at least; without it that is the goal. */
  readonly floor?: number;
  /** One sentence: why the goal was out of reach where it was measured. */
  readonly note?: string;
}

/** The npm package that takes the least time, whichever it is in a run. */
export const fastestPeer = 'fastest npm peer';

/** What two threads over one shared filter are compared with. */
export const oneReader = 'one reader';

const absent: Row = { operation: 'ask', presentShare: 0 };
const mixed: Row = { operation: 'ask', presentShare: 0.5 };
const present: Row = { operation: 'ask', presentShare: 1 };
const build: Row = { operation: 'build' };

const many: Row = { pass: 'variants', contender: 'hasMany(Uint32Array)' };
const single: Row = { pass: 'variants', contender: 'has(number)' };
const range: Row = { pass: 'variants', contender: 'countRange', operation: 'scan' };
const scan: Row = { pass: 'scan', operation: 'scan', threads: 2 };
const large: Row = { pass: 'large' };
const readers: Row = { pass: 'readers', contender: 'one shared filter' };
const awaited: Row = { pass: 'rejections', contender: 'Funnel.detail, awaited' };
const unawaited: Row = { pass: 'rejections', contender: 'Funnel.detail, not awaited' };

const callNote =
  'a call into WASM took 3.4 ns of its own (see the row of the empty WASM call in npm run bench), ' +
  'and plain C++, asked in a loop, has none; less these, has(number) took no longer than it';

const prefetchNote =
  'plain C++ took 115 ns an id, and 192 ns on the machine for which the goal was set; WASM has no ' +
  'prefetch, with which a program in C++ took 0.49 to 0.52 of the time of the plain one';

/** Shares of the time of plain C++ that does the same. */
const timeGoals: readonly Goal[] = [
  timeGoal('hasMany(Uint32Array)', { ...many, ...absent }, 0.58, 0.65),
  timeGoal('hasMany(Uint32Array)', { ...many, ...mixed }, 0.55, 0.62),
  timeGoal('hasMany(Uint32Array)', { ...many, ...present }, 0.75, 0.85),
  timeGoal('addMany(Uint32Array)', { ...many, ...build }, 0.75, 0.85),
  timeGoal('has(number)', { ...single, ...absent }, 1.2, 1.35, callNote),
  timeGoal('has(number)', { ...single, ...mixed }, 1.05, 1.15, callNote),
  timeGoal('has(number)', { ...single, ...present }, 0.88, 0.95),
  timeGoal('add(number)', { ...single, ...build }, 1.05, 1.15),
  timeGoal('countRange', range, 0.5, 0.55),
  timeGoal('countRange to 10^9, two cores', scan, 0.28, 0.32),
  timeGoal('hasMany, 171 MiB', { ...large, ...absent }, 0.28, 0.33),
  timeGoal('hasMany, 171 MiB', { ...large, ...present }, 0.75, 0.85),
  timeGoal('addMany, 171 MiB', { ...large, ...build }, 0.38, 0.45, prefetchNote),
];

const peerGoals: readonly Goal[] = [
  peerGoal('has(number)', { ...single, ...absent }, 5),
  peerGoal('has(number)', { ...single, ...present }, 3),
  peerGoal('hasMany(Uint32Array)', { ...many, ...absent }, 12),
  peerGoal('hasMany(Uint32Array)', { ...many, ...present }, 4),
  peerGoal('addMany(Uint32Array)', { ...many, ...build }, 3),
  peerGoal('add(number)', { ...single, ...build }),
];

const serviceGoals: readonly Goal[] = [
  {
    ...{ call: 'hasMany by two readers on two cores', row: { ...readers, ...absent } },
    ...{ unit: 'times', against: oneReader, goal: 1.95, floor: 1.8 },
  },
  {
    ...{ call: 'funnel.detail(id), awaited', row: { ...awaited, ...absent } },
    ...{ unit: 'M/s', goal: 8, floor: 5 },
  },
  { call: 'funnel.detail(id), not awaited', row: { ...unawaited, ...absent }, unit: 'M/s' },
];

/** Everything that is aimed at. */
export const goals: readonly Goal[] = [...timeGoals, ...peerGoals, ...serviceGoals];

function timeGoal(call: string, row: Row, goal: number, floor: number, note?: string): Goal {
  const aim: Goal = { call, row, unit: 'share', against: plainName, goal, floor };
  return note === undefined ? aim : { ...aim, note };
}

function peerGoal(call: string, row: Row, goal?: number): Goal {
  const aim = goal === undefined ? {} : { goal };
  return { call, row, unit: 'times', against: fastestPeer, ...aim };
}
