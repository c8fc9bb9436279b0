import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { find, integer, num, sum } from '../rows.ts';
import { short, sized } from './rates.ts';
import { goldenIds } from './s0-verdicts.ts';
import { damagedFiles } from './stored-verdicts.ts';

/** Bits that the ids 1 … 200,000 and 1 … 500,000 set in the article's filter, and who passes. */
const golden = { sku: 1_746_341, full: 3_602_934, crafted: 976 };

export function hashingExpectations(rows: readonly Row[]): Expectation[] {
  const asked = rows.filter((row) => row.falseNegatives !== undefined);
  const missed = sum(asked, 'falseNegatives');
  const crafted = find(rows, { pass: 'crafted', scheme: 'S0', n: 500_000 })!;
  const attack = find(rows, { pass: 'precomputed' })!;
  const [sku, full] = [200_000, 500_000].map((n) => {
    const row = find(rows, { pass: 'gzip', n })!;
    return Math.round(num(row, 'fill') * num(row, 'bits'));
  });
  return [
    {
      name: 'no member is ever missed, whatever the scheme',
      holds: missed === 0,
      measured: `${integer(missed)} missed in ${asked.length} rows`,
      expected: '0',
    },
    {
      name: 'S0’s filter has the article’s bits set',
      holds: sku === golden.sku && full === golden.full,
      measured: `${sku} for 200,000 ids, ${full} for 500,000`,
      expected: `${golden.sku}, ${golden.full}`,
    },
    {
      name: 'S0’s filter lets the same ids through as ever',
      holds: attack.early === goldenIds && crafted.falsePositives === golden.crafted,
      measured: `${attack.early}; ${crafted.falsePositives} crafted ids`,
      expected: `${goldenIds}; ${golden.crafted} crafted ids`,
    },
    storedOrRefused(rows),
    ...['S0', 'k independent hashes'].map((scheme) => nearFill(sized(rows, scheme, 'many'))),
  ];
}

/** A whole file loads, a damaged one never does. */
function storedOrRefused(rows: readonly Row[]): Expectation {
  const damaged = damagedFiles(rows);
  const [tried, refused] = [sum(damaged, 'tried'), sum(damaged, 'refused')];
  const whole = find(rows, { pass: 'stored', text: 'whole' })!;
  return {
    name: 'a stored filter is loaded whole or refused',
    holds: whole.refused === 0 && refused === tried,
    measured: `${refused} of ${tried} damaged files refused, ${whole.refused} whole ones`,
    expected: `${tried} of ${tried}, 0`,
  };
}

/** Six standard deviations of the count and half a percent, which double hashing may add. */
function nearFill(row: Row): Expectation {
  const [hits, probes, rate] = [
    num(row, 'falsePositives'),
    num(row, 'probes'),
    num(row, 'fromFill'),
  ];
  const allowed = 6 * Math.sqrt(probes * rate) + 0.005 * probes * rate;
  return {
    name: `${row.scheme} of many ids lets through fill^k`,
    holds: Math.abs(hits - probes * rate) <= allowed,
    measured: `${short(hits / probes)} of ${integer(probes)}`,
    expected: `${short(rate)} ± ${short(allowed / probes)}`,
  };
}
