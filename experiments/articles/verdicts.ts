import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { arithmeticVerdicts } from './arithmetic-verdicts.ts';
import { codeVerdicts } from './code-verdicts.ts';
import { hashVerdicts } from './hash-verdicts.ts';
import { rivalVerdicts } from './rival-verdicts.ts';
import { tableVerdicts } from './table-verdicts.ts';

export function articlesVerdicts(rows: readonly Row[]): Verdict[] {
  return [
    ...arithmeticVerdicts(rows),
    ...hashVerdicts(rows),
    ...tableVerdicts(rows),
    ...rivalVerdicts(rows),
    ...codeVerdicts(rows),
  ];
}
