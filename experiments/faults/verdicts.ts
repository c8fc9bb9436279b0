import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num } from '../rows.ts';
import { verdict } from '../verdict.ts';
import type { GateName } from './plan.ts';

export function faultsVerdicts(rows: readonly Row[]): Verdict[] {
  const gate = (name: GateName) => find(rows, { pass: 'Redis off', gate: name })!;
  const apart = gate('apart from the cache');
  const on = gate('inside, cache switched on');
  const off = gate('inside, cache switched off');
  const passed = (row: Row) => `${integer(num(row, 'missed'))} of ${integer(num(row, 'absent'))}`;
  return [
    verdict('S0-30', 'run', {
      word: wordOf(num(on, 'rejected'), num(off, 'rejected')),
      measured:
        'absent ids that reached MySQL, Redis being dead: ' +
        `${passed(off)} with the check inside the switch and the switch off; ` +
        `${passed(on)} while the switch is left on; ${passed(apart)} with the check apart from it`,
      expected:
        'all of them where the cache is switched off and the check stands inside; else none but ' +
        'false positives',
    }),
  ];
}

/** The condition is the switch: a Redis that is only dead does not take the filter with it. */
function wordOf(rejectedOn: number, rejectedOff: number): Verdict['verdict'] {
  if (rejectedOff > 0) return 'refuted';
  return rejectedOn > 0 ? 'conditional' : 'reproduced';
}
