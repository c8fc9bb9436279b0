import { encodeSku } from '../../src/funnel/sku.ts';
import { SENTINEL } from '../../src/funnel/sku-cache.ts';
import { generateSkus } from '../../src/funnel/sku-rows.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { medianInterval } from '../../src/stats/median.ts';

const rounds = 21;
const times = 2_000;

/** What a hit costs after the GET: of a sentinel a comparison, of a value JSON.parse as well. */
export function parsePass(lab: Lab): Result[] {
  const texts = Array.from(generateSkus(lab.seed, [1, 2, 3, 4, 5, 6, 7, 8]), encodeSku);
  const sentinels = texts.map(() => [...SENTINEL].join(''));
  const read = (all: readonly string[]) => {
    let found = 0;
    for (let i = 0; i < times; i++) {
      const text = all[i % all.length]!;
      if (text !== SENTINEL && JSON.parse(text) !== null) found++;
    }
    return found;
  };
  const timed = (all: readonly string[]) => {
    const started = lab.now();
    read(all);
    return Number(lab.now() - started) / times;
  };
  const pairs = Array.from({ length: rounds }, () => [timed(sentinels), timed(texts)] as const);
  const sentinel = medianInterval(pairs.map(([ns]) => ns))!;
  const value = medianInterval(pairs.map(([, ns]) => ns))!;
  return [
    {
      row: {
        ...{ pass: 'parse', rounds },
        ...{ sentinelNs: sentinel.median, sentinelLow: sentinel.low, sentinelHigh: sentinel.high },
        ...{ valueNs: value.median, valueLow: value.low, valueHigh: value.high },
      },
    },
  ];
}
