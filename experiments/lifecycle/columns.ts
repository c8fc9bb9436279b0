import type { Column } from '../../src/lab/experiment.ts';
import { exact, measured } from '../columns.ts';

export const columns: readonly Column[] = [
  ...exact('', 'pass', 'way', 'posture', 'phase', 'defence', 'situation', 'how', 'after', 'from'),
  ...exact('', 'lawsBroken', 'checksum'),
  // swap
  ...exact('looks', 'looks', 'looksOld', 'looksNew', 'looksMixed'),
  ...exact('ids', 'presentLookedAt', 'presentRejected'),
  // churn
  ...exact('steps', 'rebuildEvery', 'step'),
  ...exact('ids', 'live', 'dead', 'deadPassing', 'neverAsked', 'neverPassing'),
  ...exact('', 'fill'),
  // cold start
  ...exact('requests', 'presentAsked', 'presentFound', 'absentAsked', 'absentToMysql'),
  ...measured('ns', 'windowNs'),
  ...measured('requests', 'windowRequests', 'windowPassed', 'windowWrong404'),
  ...measured('queries', 'buildQueries'),
  // bits, inserted, deleted
  ...exact('ids', 'added', 'memberDenied', 'absentPassing', 'absentScanned'),
  ...exact('', 'outcomeBefore', 'outcomeAtOnce', 'outcomeAfterBuild'),
  ...exact('ids', 'deleted'),
  ...exact('requests', 'asked', 'rejected', 'rejectedAfterBuild'),
  ...exact('commands', 'gets', 'selects'),
  // processes
  ...exact('SKUs', 'inserted', 'announcements'),
  ...measured('SKUs', 'foundAtOnce', 'foundLater'),
  ...exact('requests', 'unknownAsked'),
  ...measured('requests', 'unknownPassed'),
  ...measured('ns', 'heardNsP50', 'heardNsP99', 'heardNsMax', 'insertNsP50', 'recoveryNs'),
  // rebuild
  ...exact('ids', 'ids'),
  ...exact('bytes', 'filterBytes', 'filtersBytes'),
  ...exact('', 'round', 'during'),
  ...measured('ns', 'rebuildNs', 'blockNsMax', 'blockNsP99', 'latencyNsP50', 'latencyNsP99'),
  ...measured('requests', 'requests', 'wrong404'),
  ...measured('bytes', 'rssGrowthBytes'),
];
