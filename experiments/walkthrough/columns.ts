import { outcomes } from '../../src/funnel/outcomes.ts';
import type { Column } from '../../src/lab/experiment.ts';
import { exact, measured } from '../columns.ts';

/** Each pass fills some of them; `request` numbers the two that article S1 sends. */
export const columns: readonly Column[] = [
  ...exact('', 'pass', 'defence', 'attack', 'lawsBroken'),
  ...exact('requests', 'request', 'requests', ...outcomes, 'notFound', 'rejected'),
  ...exact('commands', 'gets', 'sets', 'selects'),
  ...exact('', 'commands', 'key', 'value', 'statuses'),
  ...exact('ids', 'distinctIds'),
  ...exact('keys', 'keys'),
  ...measured('keys', 'expired'),
  ...exact('', 'filterReady', 'bloom'),
  ...exact('rows', 'warmed', 'rows', 'rowsWithGap'),
  ...exact('', 'text', 'parses'),
  ...measured('s', 'ttlSecondsMin', 'ttlSecondsMax', 'valueTtlSecondsMin', 'valueTtlSecondsMax'),
];
