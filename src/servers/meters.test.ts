import type { Connection } from 'mysql2/promise';
import { expect, test } from 'vitest';
import { readMysqlAtRest } from './meters.ts';

/** A connection to a server that tells these numbers of SELECTs, and the last for ever after. */
function telling(...selects: readonly number[]) {
  let asked = 0;
  const query = async () => {
    const Value = String(selects[Math.min(asked++, selects.length - 1)]);
    return [[{ Variable_name: 'Com_select', Value }], []];
  };
  return {
    connection: { query } as unknown as Pick<Connection, 'query'>,
    asked: () => asked,
  };
}

test.each([
  ['the first reading', [7, 10, 10]],
  ['the second', [10, 7, 10, 10]],
  ['two in a row', [7, 9, 10, 10]],
])('%s that misses an ending connection is not taken', async (_, selects) => {
  expect((await readMysqlAtRest(telling(...selects).connection)).comSelect).toBe(10);
});

test('a server at rest is asked twice, and one that is not so often and no more', async () => {
  const [still, busy] = [telling(10), telling(...Array.from({ length: 1_000 }, (_, at) => at))];
  await readMysqlAtRest(still.connection);
  await readMysqlAtRest(busy.connection);
  expect(still.asked()).toBe(2);
  expect(busy.asked()).toBe(10);
});
