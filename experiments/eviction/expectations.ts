import type { Expectation, Row } from '../../src/lab/experiment.ts';
import { ofAll } from '../expectation.ts';
import { conserved } from '../laws.ts';
import { integer, num, sum, where } from '../rows.ts';

export function evictionExpectations(rows: readonly Row[]): Expectation[] {
  const without = where(rows, { pass: 'round', hotTtl: false });
  const funnels = where(rows, { pass: 'funnel' });
  return [
    conserved(rows, nameOf),
    untouched('without maxmemory nothing is evicted or refused', where(rows, { policy: 'none' })),
    untouched('noeviction evicts nothing', where(rows, { policy: 'noeviction' }), {
      refusals: true,
    }),
    untouched(
      'volatile policies leave hot keys without a TTL alone',
      without.filter((row) => String(row.policy).startsWith('volatile')),
      // Where no key with a TTL is left they refuse, as noeviction does.
      { evictions: true, refusals: true },
    ),
    untouched('behind filter and sentinels the hot keys are untouched', where(funnels, both)),
    noErrors(funnels),
    resumes(funnels),
  ];
}

const both = { defence: 'both' };

function nameOf(row: Row): string {
  if (row.pass === 'funnel') return `funnel, ${row.policy}, ${row.defence}`;
  const ttl = row.hotTtl === true ? 'with' : 'without';
  return `round ${row.round}, ${row.policy}, hot keys ${ttl} TTL`;
}

/** Every hot key is there and every read of one hit; what else may happen is said. */
function untouched(
  name: string,
  rows: readonly Row[],
  allowed: { readonly evictions?: boolean; readonly refusals?: boolean } = {},
): Expectation {
  return ofAll(rows, {
    name,
    holds: (row) =>
      row.hotLeft === row.hot &&
      row.hits === row.reads &&
      (allowed.evictions === true || num(row, 'evicted') === 0) &&
      (allowed.refusals === true || num(row, 'refused') === 0),
    measured: `${integer(sum(rows, 'reads'))} reads of hot keys in ${rows.length} floods, all hits`,
    wrong: (row) =>
      `${nameOf(row)}: ${row.hotLeft} of ${row.hot} left, ${row.hits} of ${row.reads} reads hit, ` +
      `${row.evicted} evicted, ${row.refused} refused`,
    expected: 'all hot keys left and hit',
  });
}

function noErrors(funnels: readonly Row[]): Expectation {
  return {
    name: 'a write that Redis refuses or evicts for is no request’s error',
    holds: sum(funnels, 'errors') === 0,
    measured: funnels
      .map((row) => `${nameOf(row)}: ${row.errors} errors, ${row.refused} writes refused`)
      .join('; '),
    expected: '0 errors',
  };
}

function resumes(funnels: readonly Row[]): Expectation {
  const refused = where(funnels, { policy: 'noeviction' });
  return {
    name: 'refused writes are counted, and caching resumes by itself when there is memory again',
    holds: refused.every(
      (row) =>
        num(row, 'writeFailures') >= num(row, 'refused') &&
        row.afterwards === 'db-hit, cache-hit, db-miss, sentinel-hit',
    ),
    measured: refused
      .map(
        (row) =>
          `${row.writeFailures} failures counted, ${row.refused} by Redis; a row and an absent ` +
          `id, each asked for twice: ${row.whileFull}; afterwards ${row.afterwards}`,
      )
      .join('; '),
    expected: 'as many as Redis counts; db-hit, cache-hit, db-miss, sentinel-hit',
  };
}
