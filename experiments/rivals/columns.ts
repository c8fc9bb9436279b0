import { outcomes } from '../../src/funnel/outcomes.ts';
import type { Column } from '../../src/lab/experiment.ts';
import { exact, measured } from '../columns.ts';

export const columns: readonly Column[] = [
  ...exact('', 'pass', 'rival', 'traffic', 'kind', 'addresses'),
  ...exact('bytes', 'bytes', 'filterBytes'),
  ...exact('requests', 'requests', 'absent', 'answeredByRival', ...outcomes),
  ...exact('requests', 'wrong404s', 'goneRows'),
  ...exact('ids', 'distinctAbsent'),
  ...exact('commands', 'gets', 'sets', 'selects', 'attackSelects'),
  ...exact('keys', 'expired'),
  ...exact('', 'lawsBroken'),
  ...measured('ns', 'latencyNsP50', 'tagNs', 'bloomNs', 'keyedNs'),
  ...exact('bits', 'tagBits'),
  ...exact('ids', 'forged', 'forgedPass'),
  ...exact('entries', 'entries'),
  ...measured('bytes', 'heapBytes', 'bytesPerEntry'),
  ...exact('clients', 'clients', 'remembered'),
  ...exact('requests', 'normalPassed', 'normalRefused', 'attackPassed', 'attackRefused'),
];
