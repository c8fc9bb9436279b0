import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { ExitCode, LabError } from '../errors.ts';
import { makeFolder, replaceFile, systemCode } from '../lab/files.ts';
import { decodeVersioned } from '../lab/versioned-json.ts';

const schemaVersion = 1;

const count = z.int().min(0);
const id = z.string().regex(/^\d+$/);

const goldenRow = z.strictObject({
  cell: z.string(),
  bits: count,
  hashes: count,
  bitsSet: count,
  /** Of the ceil(m/8) bytes, bit j being bit `j & 7` of byte `j >> 3`. */
  fnv1a64: z.string().regex(/^[0-9a-f]{16}$/),
  firstFalsePositives: z.array(id).readonly(),
  /** How many absent ids pass, from the first one after the members up to `to`. */
  falsePositives: z.array(z.strictObject({ to: count, count })).readonly(),
});

const vector = z.strictObject({
  id,
  /** The size of the filter whose probe positions these are; `null` for the id's hash. */
  bits: count.nullable(),
  values: z.array(z.string()).readonly(),
});

const reference = z.strictObject({
  schemaVersion: z.literal(schemaVersion),
  vectors: z.array(vector).min(1).readonly(),
  rows: z.array(goldenRow).min(1).readonly(),
});

export type GoldenRow = Readonly<z.infer<typeof goldenRow>>;
export type Vector = Readonly<z.infer<typeof vector>>;
/** What a reference file holds, but for its version. */
export type Reference = Omit<Readonly<z.infer<typeof reference>>, 'schemaVersion'>;

/** @throws LabError (exit 5) for a file that is missing, empty, damaged or of another version. */
export function readReference(path: string): Reference {
  return decodeVersioned(textOf(path), path, { schemaVersion, schema: reference });
}

/** Writes the file whole, or leaves the one that is there. */
export function writeReference(path: string, { vectors, rows }: Reference): void {
  const content = reference.parse({ schemaVersion, vectors, rows });
  makeFolder(dirname(path));
  replaceFile(path, `${JSON.stringify(content, null, 2)}\n`);
}

function textOf(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const what = systemCode(error) === 'ENOENT' ? 'is missing' : `cannot be read: ${reason}`;
    throw new LabError(ExitCode.reference, `${path} ${what}`, { cause: error });
  }
  if (text.trim() === '') throw new LabError(ExitCode.reference, `${path} is empty`);
  return text;
}
