import { z } from 'zod';
import { ExitCode, LabError } from '../errors.ts';
import type { Column, Result, Value } from './experiment.ts';

/** Rows as stored: those of each whole cell, and how many bytes of the file they take. */
export interface StoredRows {
  readonly cells: ReadonlyMap<string, readonly Result[]>;
  readonly wholeBytes: number;
}

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** `rows` says how many lines the cell has: fewer mean that its writer was killed. */
const storedLine = z.strictObject({
  cell: z.string().min(1),
  rows: z.int().positive(),
  row: z.record(z.string(), value),
  reasons: z.record(z.string(), z.string()).exactOptional(),
});

type StoredLine = z.infer<typeof storedLine>;

/**
 * The lines of one cell, for one append. Throws a `TypeError` when a row is not what the columns
 * declare: that is a fault of the experiment and must not reach a file.
 */
export function encodeCell(
  cell: string,
  results: readonly Result[],
  columns: readonly Column[],
): string {
  if (results.length === 0) {
    throw new TypeError(`cell ${cell} gave no rows; a cell says "nothing" with a row of reasons`);
  }
  return results
    .map((result) => {
      const { row, reasons } = checkedResult(cell, result, columns);
      return `${JSON.stringify({ cell, rows: results.length, row, reasons })}\n`;
    })
    .join('');
}

/**
 * Reads what {@link encodeCell} wrote. A torn last line and a last cell that is not whole are left
 * out; any other damage is refused with the line's number.
 */
export function decodeRows(text: string, path: string): StoredRows {
  const cells = new Map<string, readonly Result[]>();
  let open: { key: string; rows: number; results: Result[] } | undefined;
  let [start, wholeBytes, openBytes, lineNumber] = [0, 0, 0, 0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end);
    start = end + 1;
    lineNumber += 1;
    const { cell, rows, ...result } = decodeLine(line, path, lineNumber);
    open ??= { key: cell, rows, results: [] };
    if (open.key !== cell || open.rows !== rows || cells.has(cell)) {
      throw damaged(path, lineNumber, `cell ${cell} stands where ${open.key} was not whole yet`);
    }
    open.results.push(result);
    openBytes += Buffer.byteLength(line) + 1;
    if (open.results.length === rows) {
      cells.set(cell, open.results);
      wholeBytes += openBytes;
      open = undefined;
      openBytes = 0;
    }
  }
  return { cells, wholeBytes };
}

function decodeLine(line: string, path: string, lineNumber: number): StoredLine {
  try {
    return storedLine.parse(JSON.parse(line));
  } catch (error) {
    throw damaged(path, lineNumber, error instanceof SyntaxError ? error.message : 'not a row');
  }
}

function damaged(path: string, lineNumber: number, why: string): LabError {
  return new LabError(ExitCode.reference, `${path} is damaged at line ${lineNumber}: ${why}`);
}

/** The row in the order of the columns, so that equal rows are equal bytes. */
function checkedResult(cell: string, result: Result, columns: readonly Column[]): Result {
  const { row, reasons = {} } = result;
  const names = new Set(columns.map((column) => column.name));
  for (const name of [...Object.keys(row), ...Object.keys(reasons)]) {
    if (!names.has(name)) {
      throw new TypeError(`cell ${cell}: column ${name} is not declared`);
    }
  }
  const ordered: [string, Value][] = [];
  const ownReasons: [string, string][] = [];
  for (const name of names) {
    const reason = reasons[name];
    // A row may leave out what does not concern it.
    if (!Object.hasOwn(row, name) && reason === undefined) continue;
    ordered.push([name, checkedValue(`cell ${cell}: column ${name}`, row[name], reason)]);
    if (reason !== undefined) {
      ownReasons.push([name, reason]);
    }
  }
  const plainRow = Object.fromEntries(ordered);
  return ownReasons.length === 0
    ? { row: plainRow }
    : { row: plainRow, reasons: Object.fromEntries(ownReasons) };
}

function checkedValue(where: string, got: unknown, reason: string | undefined): Value {
  if ((got === null) !== (reason !== undefined && reason !== '')) {
    throw new TypeError(`${where}: a null needs a reason, and nothing else has one`);
  }
  if (typeof got === 'number' && !isExactInJson(got)) {
    throw new TypeError(
      `${where}: ${got} is no finite number below 2^53; counts above are strings`,
    );
  }
  const checked = value.safeParse(got);
  if (!checked.success) {
    throw new TypeError(`${where}: ${String(got)} (${typeof got}) is no string, number or boolean`);
  }
  return checked.data;
}

function isExactInJson(number: number): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}
