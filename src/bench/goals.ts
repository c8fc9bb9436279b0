import type { Row } from '../lab/experiment.ts';
import { plainName } from './contender.ts';

/** How fast a call shall be. */
export interface Goal {
  /** What is called. */
  readonly call: string;
  /** Values that tell its row from all others of a run. */
  readonly row: Row;
  /**
   * A reference, for the `ratio` of the row to it; or `fastestPeer`, for how many times as long the
   * npm package takes that takes the least at this work.
   */
  readonly against: string;
  /** Whether a good figure is a small one, as a share of the time is, or a large one. */
  readonly better: 'less' | 'more';
  /** What is aimed at; without it the figure is only shown. */
  readonly goal?: number;
  /** What must be reached at least; without it that is the goal. */
  readonly floor?: number;
}

/** The npm package that takes the least time, whichever it is in a run. */
export const fastestPeer = 'fastest npm peer';

const absent: Row = { operation: 'ask', presentShare: 0 };
const mixed: Row = { operation: 'ask', presentShare: 0.5 };
const present: Row = { operation: 'ask', presentShare: 1 };
const build: Row = { operation: 'build' };

const many: Row = { pass: 'variants', contender: 'hasMany(Uint32Array)' };
const single: Row = { pass: 'variants', contender: 'has(number)' };
const range: Row = { pass: 'variants', contender: 'countRange', operation: 'scan' };
const scan: Row = { pass: 'scan', operation: 'scan', threads: 2 };
const large: Row = { pass: 'large' };

/** Shares of the time of plain C++ that does the same. */
const timeGoals: readonly Goal[] = [
  timeGoal('hasMany(Uint32Array)', { ...many, ...absent }, 0.58, 0.65),
  timeGoal('hasMany(Uint32Array)', { ...many, ...mixed }, 0.55, 0.62),
  timeGoal('hasMany(Uint32Array)', { ...many, ...present }, 0.75, 0.85),
  timeGoal('addMany(Uint32Array)', { ...many, ...build }, 0.75, 0.85),
  timeGoal('has(number)', { ...single, ...absent }, 1.2, 1.35),
  timeGoal('has(number)', { ...single, ...mixed }, 1.05, 1.15),
  timeGoal('has(number)', { ...single, ...present }, 0.88, 0.95),
  timeGoal('add(number)', { ...single, ...build }, 1.05, 1.15),
  timeGoal('countRange', range, 0.5, 0.55),
  timeGoal('countRange to 10^9, two cores', scan, 0.28, 0.32),
  timeGoal('hasMany, 171 MiB', { ...large, ...absent }, 0.28, 0.33),
  timeGoal('hasMany, 171 MiB', { ...large, ...present }, 0.75, 0.85),
  timeGoal('addMany, 171 MiB', { ...large, ...build }, 0.38, 0.45),
];

const peerGoals: readonly Goal[] = [
  peerGoal('has(number)', { ...single, ...absent }, 5),
  peerGoal('has(number)', { ...single, ...present }, 3),
  peerGoal('hasMany(Uint32Array)', { ...many, ...absent }, 12),
  peerGoal('hasMany(Uint32Array)', { ...many, ...present }, 4),
  peerGoal('addMany(Uint32Array)', { ...many, ...build }, 3),
  peerGoal('add(number)', { ...single, ...build }),
];

/** Everything that is aimed at. */
export const goals: readonly Goal[] = [...timeGoals, ...peerGoals];

function timeGoal(call: string, row: Row, goal: number, floor: number): Goal {
  return { call, row, against: plainName, better: 'less', goal, floor };
}

function peerGoal(call: string, row: Row, goal?: number): Goal {
  const aim = goal === undefined ? {} : { goal };
  return { call, row, against: fastestPeer, better: 'more', ...aim };
}
