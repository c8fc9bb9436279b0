import { setImmediate } from 'node:timers/promises';
import { gateAlpha } from './bounds.ts';
import type { GatePlan, GoldenCell } from './cells.ts';
import { type Check, count, memberFinding, type Test } from './check.ts';
import { goldenFilter, observe, observeVectors } from './golden.ts';
import { type Change, changesOf, likelyCause } from './golden-diff.ts';
import type { GoldenRow, Reference } from './reference.ts';
import { checkStatistical } from './statistical.ts';
import type { Subject } from './subject.ts';

export interface GateOptions {
  readonly plan: GatePlan;
  readonly subject: Subject;
  /** Names the random ids of the statistical cells. */
  readonly seed: string;
  /** What is looked at; all by default. */
  readonly tests?: ReadonlySet<Test>;
  /** Its reason is thrown between two cells. */
  readonly signal?: AbortSignal;
  /** Told each cell that is done. */
  onCell?(cell: string): void;
}

/** What the cells gave. */
export interface GateResult {
  /** Of all tests but `golden`. */
  readonly checks: readonly Check[];
  /** What the golden cells are now; without `golden` among the tests, nothing. */
  readonly observed: Reference;
}

const allTests: ReadonlySet<Test> = new Set(['golden', 'shape', 'fill', 'rate', 'members']);

/** Does all cells, one after the other. */
export async function runGate(options: GateOptions): Promise<GateResult> {
  const { plan, subject, seed, tests = allTests } = options;
  const checks: Check[] = [];
  const rows: GoldenRow[] = [];
  const end = async ({ key }: { readonly key: string }) => {
    options.onCell?.(key);
    // Lets a signal come in.
    await setImmediate();
    options.signal?.throwIfAborted();
  };
  const share = gateAlpha / (2 * plan.statistical.length);
  for (const cell of plan.golden) {
    const golden = checkGolden(cell, subject, tests);
    checks.push(...golden.checks);
    rows.push(...golden.rows);
    await end(cell);
  }
  for (const cell of plan.statistical) {
    checks.push(...checkStatistical(cell, { subject, seed, tests, alpha: share }));
    await end(cell);
  }
  const vectors = rows.length === 0 ? [] : observeVectors(subject);
  return { checks, observed: { vectors, rows } };
}

function checkGolden(cell: GoldenCell, subject: Subject, tests: ReadonlySet<Test>) {
  const filter = goldenFilter(cell, subject);
  const rows = tests.has('golden') ? [observe(cell, filter)] : [];
  const { key, members } = cell;
  const passing = tests.has('members') ? filter.countRange(1, members) : undefined;
  const checks: Check[] =
    passing === undefined
      ? []
      : [{ cell: key, test: 'members', ...memberFinding(passing, members) }];
  return { rows, checks };
}

/** What is said of the golden cells. */
export interface GoldenVerdict {
  readonly checks: readonly Check[];
  readonly changes: readonly Change[];
  /** Of the changes, if there are any. */
  readonly cause?: string;
}

/** Holds the golden cells against the reference: a check for each, and one for the vectors. */
export function judgeGolden(reference: Reference, observed: Reference): GoldenVerdict {
  const changes = changesOf(reference, observed);
  const names = new Set([...observed.rows, ...reference.rows].map(({ cell }) => cell));
  const ofVectors = changes.filter((change) => !names.has(change.of));
  const vectors = goldenCheck('hashes and positions', ofVectors, observed.vectors.length);
  const cells = [...names].map((cell) => {
    const own = changes.filter((change) => change.of === cell);
    const row = observed.rows.find((row) => row.cell === cell);
    return goldenCheck(cell, own, row === undefined ? 0 : Object.keys(row).length);
  });
  const cause = changes.length > 0 ? { cause: likelyCause(reference, observed) } : {};
  return { checks: [vectors, ...cells], changes, ...cause };
}

function goldenCheck(cell: string, changes: readonly Change[], values: number): Check {
  const holds = changes.length === 0;
  return {
    cell,
    test: 'golden',
    holds,
    measured: holds ? `${count(values)} values the same` : `${count(changes.length)} changed`,
    expected: 'as in the reference',
  };
}
