import { expect, test } from 'vitest';
import { BloomModel, splitmix64 } from '../filters/bloom-model.test.fixture.ts';
import { articleShape, defaultPlan } from './cells.ts';
import { goldenFilter, observe, observeVectors } from './golden.ts';
import { readReference } from './reference.ts';
import { bloomSubject } from './subject.ts';

const { rows } = readReference('results/reference/golden.json');
const { golden } = defaultPlan();

test('the reference has a row for each golden cell, in the same order', () => {
  expect(golden.map(({ key }) => key)).toEqual(rows.map(({ cell }) => cell));
});

test.each(golden.slice(0, 2).map((cell, i) => ({ cell, row: rows[i] })))(
  'the filter of $cell.key gives the row of the reference',
  ({ cell, row }) => {
    expect(observe(cell, goldenFilter(cell, bloomSubject))).toEqual(row);
  },
);

test('the sizing that shapes are compared with is that of the reference', () => {
  const shapes = golden.map(({ capacity, p }) => articleShape(capacity, p));
  expect(shapes).toEqual(rows.map(({ bits, hashes }) => ({ bits, hashes })));
});

test('hashes and positions are those of the model, also beyond 2^32', () => {
  const vectors = observeVectors(bloomSubject);
  expect(vectors).toHaveLength(15);
  for (const { id, bits, values } of vectors) {
    const positions =
      bits === null ? [] : new BloomModel(bits, values.length).positions(BigInt(id));
    const expected = bits === null ? [hex(splitmix64(BigInt(id)))] : positions.map(String);
    expect(values).toEqual(expected);
  }
});

function hex(hash: bigint): string {
  return hash.toString(16).padStart(16, '0');
}
