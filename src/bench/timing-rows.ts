import type { Result, Row } from '../lab/experiment.ts';
import type { Work } from './contender.ts';
import type { Field } from './field.ts';
import { type Measured, timing } from './rounds.ts';

/** A row for each contender and work, and one without times for each that is missing here. */
export function timingRows(
  measured: readonly Measured[],
  { missing, reference }: Pick<Field, 'missing' | 'reference'>,
  members: number,
): Result[] {
  const present = measured.map((one) => {
    const { contender, work, visits } = one;
    const against = measured.find(
      (other) => other.work === work && other.contender.name === reference,
    )!;
    const { ns, ratio } = timing(one, against);
    const bitsPerKey = contender.bytes === null ? null : (8 * contender.bytes) / members;
    return {
      row: {
        ...{ contender: contender.name, ...workRow(work) },
        ...{ answers: contender.answers, reference, rounds: visits.length },
        ...{ count: visits[0]!.count, idsAsked: visits[0]!.ids },
        ...{ ns: ns.median, nsLow: ns.low, nsHigh: ns.high },
        ...{ ratio: ratio.median, ratioLow: ratio.low, ratioHigh: ratio.high, bitsPerKey },
        warnings: [...new Set(visits.flatMap((visit) => visit.warnings))].join(', '),
      },
      ...(bitsPerKey === null ? { reasons: { bitsPerKey: 'it does not tell' } } : {}),
    };
  });
  const works = [...new Set(measured.map(({ work }) => work))];
  const absent = missing.flatMap(({ name, operations, why }) =>
    works
      .filter(({ operation }) => operations.includes(operation))
      .map((work) => ({
        row: { contender: name, ...workRow(work), ns: null },
        reasons: { ns: why },
      })),
  );
  return [...present, ...absent];
}

/** What such a row is of: `25 % present`, `build`, `scan`. */
export function rowWork({ operation, presentShare }: Row): string {
  return presentShare === undefined ? `${operation}` : `${100 * Number(presentShare)} % present`;
}

function workRow(work: Work) {
  const { operation } = work;
  return operation === 'ask' ? { operation, presentShare: work.presentShare } : { operation };
}
