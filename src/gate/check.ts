import { ExitCode } from '../errors.ts';

/** What the gate looks at. Each can be left out, so that a test can see which one sees a fault. */
export type Test = 'golden' | 'shape' | 'fill' | 'rate' | 'members';

/** The part of the gate that a test belongs to. */
export const partOf = {
  golden: 'golden',
  shape: 'statistical',
  fill: 'statistical',
  rate: 'statistical',
  members: 'exhaustive',
} as const satisfies Record<Test, string>;

/** One thing that was checked on one cell. */
export interface Check {
  readonly cell: string;
  readonly test: Test;
  readonly holds: boolean;
  readonly measured: string;
  readonly expected: string;
  /** The figures behind the two texts, for machines. */
  readonly values?: Readonly<Record<string, number>>;
}

/** What a test found, before it is known of which cell. */
export type Finding = Omit<Check, 'cell' | 'test'>;

/** No false negative: all of `members` pass. */
export function memberFinding(passing: number, members: number): Finding {
  const falseNegatives = members - passing;
  return {
    holds: falseNegatives === 0,
    measured: `${count(falseNegatives)} false negatives`,
    expected: `0 of ${count(members)} members`,
    values: { falseNegatives, members },
  };
}

/** A count for people: `1,000,000`, in every locale. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** 4 before 5: a filter that is wrong is graver than one that is not what it was. */
export function exitCodeOf(checks: readonly Check[]): ExitCode {
  const broken = checks.filter(({ holds }) => !holds);
  if (broken.some(({ test }) => test !== 'golden')) return ExitCode.expectation;
  return broken.length > 0 ? ExitCode.reference : ExitCode.done;
}
