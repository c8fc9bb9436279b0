import type { Row, Verdict } from '../../src/lab/experiment.ts';
import type { Parameters } from './plan.ts';
import { s0Verdicts } from './s0-verdicts.ts';
import { s3Verdicts } from './s3-verdicts.ts';
import { s4Verdicts } from './s4-verdicts.ts';
import { storedVerdicts } from './stored-verdicts.ts';

export function hashingVerdicts(rows: readonly Row[], params: Parameters): Verdict[] {
  return [
    ...s0Verdicts(rows, params),
    ...s3Verdicts(rows),
    ...s4Verdicts(rows),
    ...storedVerdicts(rows),
  ];
}
