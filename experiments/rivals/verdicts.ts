import type { Verdict } from '../../src/lab/experiment.ts';
export function rivalsVerdicts(): Verdict[] {
  return [];
}
