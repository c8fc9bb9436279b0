import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { clopperPearson } from '../../src/stats/clopper-pearson.ts';
import { find, integer, microseconds, num, percent } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';
import type { Parameters } from './plan.ts';
import { measuredRow } from './select.ts';

export function rivalsVerdicts(rows: readonly Row[], params: Parameters): Verdict[] {
  return [harmless(rows), localRows(rows), precomputed(rows, params)];
}

/** Where no false positive was found there is nothing to say of them. */
function noneFound(claim: string, expected: string): Verdict {
  const measured = 'the filter has no false positive in the range that was searched';
  return verdict(claim, 'run', { word: 'unproven', measured, expected });
}

function harmless(rows: readonly Row[]): Verdict {
  const expected = 'harmless at random, not for ids that are chosen; one sentinel each TTL';
  const bloom = measuredRow(rows, 'bloom', 'precomputed');
  const both = measuredRow(rows, 'both', 'precomputed');
  const chance = measuredRow(rows, 'bloom', 'random')!;
  if (bloom === undefined || both === undefined) return noneFound('S0-13', expected);
  const ids = num(bloom, 'distinctAbsent');
  const isOnce = num(bloom, 'selects') <= ids;
  return verdict('S0-13', 'run', {
    word: isOnce ? 'reproduced' : 'conditional',
    measured:
      `among ${integer(num(chance, 'absent'))} random absent requests ` +
      `${integer(num(chance, 'db-miss'))} pass; but ${integer(ids)} false positives worked out ` +
      `beforehand and asked for ${integer(num(bloom, 'requests'))} times cost ` +
      `${integer(num(bloom, 'selects'))} queries behind the filter alone, and with sentinels ` +
      `${integer(num(both, 'selects'))} queries and ${integer(num(both, 'sets'))} sentinels within ` +
      'one life of the sentinels',
    expected,
  });
}

function localRows(rows: readonly Row[]): Verdict {
  const [redis, local] = (['both', 'both + local rows'] as const).map(
    (rival) => measuredRow(rows, rival, 'zipfian again')!,
  );
  const bytes = find(rows, { pass: 'local bytes', kind: 'rows' })!;
  const median = (row: Row) => microseconds(row, 'latencyNsP50');
  const saved = num(redis!, 'gets') - num(local!, 'gets');
  const hits = num(local!, 'answeredByRival');
  return verdict('S0-43', 'run', {
    word: hits === 0 ? 'unproven' : holdsOr(saved === hits),
    measured:
      `${integer(saved)} of ${integer(num(redis!, 'gets'))} GETs saved for requests whose rows are ` +
      `cached; half of them are answered within ${median(local!)}, by Redis on a local socket within ` +
      `${median(redis!)}. ${integer(num(bytes, 'entries'))} rows take ` +
      `${integer(num(bytes, 'heapBytes'))} B in each process (the filter: ` +
      `${integer(num(bytes, 'filterBytes'))} B), and a change elsewhere is seen when they end`,
    expected: 'one GET for each hit; no figure is given',
  });
}

function precomputed(rows: readonly Row[], { scanTo }: Parameters): Verdict {
  const expected = 'each passes the published filter, none a filter with a secret';
  const bloom = measuredRow(rows, 'bloom', 'precomputed');
  const keyed = measuredRow(rows, 'keyed bloom', 'precomputed');
  if (bloom === undefined || keyed === undefined) return noneFound('S0-44', expected);
  const ids = num(bloom, 'distinctAbsent');
  const passed = num(keyed, 'db-miss') / (num(keyed, 'requests') / ids);
  const { high } = clopperPearson(Math.round(passed), ids);
  return verdict('S0-44', 'run', {
    word: holdsOr(bloom['db-miss'] === bloom.requests),
    measured:
      `all ${integer(ids)} false positives up to ${integer(scanTo)} were found without a request; ` +
      `${integer(num(bloom, 'db-miss'))} of ${integer(num(bloom, 'requests'))} requests for them ` +
      `reach MySQL behind the article’s filter, ${integer(num(keyed, 'db-miss'))} behind the same ` +
      'filter with a secret mixed into the ids',
    interval: `with the secret at most ${percent(high, 3)} of such ids (95 %, Clopper–Pearson)`,
    expected,
  });
}
