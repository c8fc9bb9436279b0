import type { Connection } from 'mysql2/promise';

/** As many as the pages of the table have. */
const pageRows = 2_000;

function digits(name: string, count: number): string {
  const rows = Array.from({ length: count }, (_, digit) => `SELECT ${digit} AS n`);
  return `(${rows.join(' UNION ALL ')}) AS ${name}`;
}

/** 0 … 1,999, written so that every MySQL knows it: no recursion, no sequence tables. */
const offsets = `1000 * d3.n + 100 * d2.n + 10 * d1.n + d0.n`;
const offsetTables = [digits('d3', 2), digits('d2', 10), digits('d1', 10), digits('d0', 10)];

/** The ids 1 … `ids` as MySQL sends them for a table, a query a page; the last one may be short. */
export async function* generatedPages(
  mysql: Connection,
  ids: number,
): AsyncGenerator<readonly string[], void, undefined> {
  for (let first = 1; first <= ids; first += pageRows) {
    const [rows] = await mysql.query({
      sql: `SELECT CAST(${first} + ${offsets} AS CHAR) FROM ${offsetTables.join(' CROSS JOIN ')}`,
      rowsAsArray: true,
    });
    const page = (rows as unknown as [string][]).map(([id]) => id);
    const wanted = ids - first + 1;
    yield wanted < pageRows ? page.filter((id) => Number(id) <= ids) : page;
  }
}
