import type { ExitCode } from '../errors.ts';
import type { Check } from './check.ts';
import type { Change } from './golden-diff.ts';

/** One run of the gate, as it is told in every form. */
export interface GateReport {
  readonly seed: string;
  /** The command that repeats the run. */
  readonly command: string;
  /** The chance of a false alarm of the whole run. */
  readonly alpha: number;
  readonly seconds: number;
  /** The file the golden cells were held against or written to; `null` where there is none. */
  readonly reference: string | null;
  readonly updated: boolean;
  readonly checks: readonly Check[];
  /** From the reference to what is now. */
  readonly changes: readonly Change[];
  readonly cause: string | null;
  readonly exitCode: ExitCode;
}

/** `34 passed, 0 failed` */
export function tally(checks: readonly Check[]): { passed: number; failed: number } {
  const failed = checks.filter(({ holds }) => !holds).length;
  return { passed: checks.length - failed, failed };
}
