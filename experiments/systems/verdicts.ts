import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { s2Verdicts } from './s2-verdicts.ts';
import { s3Verdicts } from './s3-verdicts.ts';
import { s4Verdicts } from './s4-verdicts.ts';

export function systemsVerdicts(rows: readonly Row[]): Verdict[] {
  return [...s2Verdicts(rows), ...s3Verdicts(rows), ...s4Verdicts(rows)];
}
