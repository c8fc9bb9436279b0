import { z } from 'zod';
import { maxBits, maxHashes, optimalBits, optimalHashes, sizeFor } from '../src/filters/sizing.ts';
import { bitsForHashes, exactRate } from '../src/filters/theory.ts';
import type { Cell, Experiment, Result } from '../src/lab/experiment.ts';
import { exact } from './columns.ts';
import { stable } from './rows.ts';
import { sizingCharts } from './sizing/charts.ts';
import { sizingExpectations } from './sizing/expectations.ts';
import { articleFilters, articleSizes, gridIds, gridRates, loads } from './sizing/plan.ts';
import { sizingVerdicts } from './sizing/verdicts.ts';

const parameters = z.strictObject({
  n: z.int().min(1).max(1e12).describe('ids of a filter of your own, beside those of the articles'),
  p: z.number().gt(0).lt(1).describe('its false-positive rate (0.01 = 1 %)'),
});

type Parameters = z.infer<typeof parameters>;

interface SizingCell extends Cell {
  readonly results: () => Result[];
}

function sizingCells({ n, p }: Parameters): SizingCell[] {
  const grid = gridIds.map((ids) => [`grid/${ids}`, gridRates.map((rate) => [ids, rate])] as const);
  const met = new Set<string>();
  const isNew = ([ids, rate]: readonly number[]) => {
    const size = `${ids}/${rate}`;
    return !met.has(size) && met.add(size);
  };
  // A size that is met again, on the grid or as the own one, has its row already.
  const sizes = [['articles', articleSizes] as const, ...grid, ['own', [[n, p]]] as const]
    .map(([key, pairs]) => [key, pairs.filter(isNew)] as const)
    .filter(([, pairs]) => pairs.length > 0)
    .map(([key, pairs]) => ({
      key,
      seconds: 0.05,
      results: () => pairs.map(([ids, rate]) => sized(ids!, rate!)),
    }));
  const shapes = articleFilters.map((filter) => ({
    key: `load/${filter.name}`,
    seconds: 0.2,
    results: () => loads.map((ids) => loaded(filter, ids)),
  }));
  return [...sizes, ...shapes];
}

/** The filter that our formulas give, with k rounded to the nearest and, beside it, up. */
function sized(n: number, p: number): Result {
  const bitsReal = optimalBits(n, p);
  const asked = { filter: 'sized', n, p, bitsReal: stable(bitsReal) };
  const beyond = beyondLimits(n, bitsReal);
  if (beyond !== undefined) return { row: { ...asked, bits: null }, reasons: { bits: beyond } };
  const { bits, hashes } = sizeFor(n, p);
  const hashesReal = optimalHashes(bits, n);
  const hashesCeil = Math.ceil(hashesReal);
  return {
    row: {
      ...asked,
      bits,
      bytes: Math.ceil(bits / 8),
      hashesReal: stable(hashesReal),
      hashes,
      hashesCeil,
      rate: stable(exactRate({ bits, hashes }, n)),
      rateCeil: stable(exactRate({ bits, hashes: hashesCeil }, n)),
      bitsForHashes: stable(bitsForHashes(hashes, n, p)),
      informationBits: stable(n * Math.log2(1 / p)),
    },
  };
}

/** Why there is no such filter, where there is none. */
function beyondLimits(n: number, bitsReal: number): string | undefined {
  const bits = Math.ceil(bitsReal);
  if (bits > maxBits) return `more than ${maxBits} bits`;
  return Math.round(optimalHashes(bits, n)) > maxHashes
    ? `more than ${maxHashes} hashes`
    : undefined;
}

/** An article's filter under a load that it may not have been sized for. */
function loaded(filter: (typeof articleFilters)[number], n: number): Result {
  const { name, bits, hashes } = filter;
  const rate = stable(exactRate(filter, n));
  return { row: { filter: name, n, bits, bytes: Math.ceil(bits / 8), hashes, rate } };
}

const own: Parameters = { n: 500_000, p: 0.001 };

/** Computed, not measured: the sizes that the articles name, a grid around, and their filters. */
export const sizing: Experiment<Parameters, SizingCell> = {
  id: 'sizing',
  title: 'Sizing a Bloom filter',
  question: 'How many bits and probes does a filter need, and what do the roundings cost?',
  needs: [],
  columns: [
    ...exact('', 'filter'),
    ...exact('ids', 'n'),
    ...exact('', 'p'),
    ...exact('bits', 'bitsReal', 'bits'),
    ...exact('bytes', 'bytes'),
    ...exact('probes', 'hashesReal', 'hashes', 'hashesCeil'),
    ...exact('', 'rate', 'rateCeil'),
    ...exact('bits', 'bitsForHashes', 'informationBits'),
  ],
  parameters,
  presets: { smoke: own, quick: own, full: own },
  budgetSeconds: 5,
  cells: sizingCells,
  run: async (cell) => cell.results(),
  expectations: sizingExpectations,
  verdicts: sizingVerdicts,
  charts: sizingCharts,
};
