import type { GoldenRow, Reference, Vector } from './reference.ts';

/** A value that is no longer what the reference says. */
export interface Change {
  /** A cell, such as `n=1000 p=0.01`, or a vector, such as `hash of id 1`. */
  readonly of: string;
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What differs, in the order of the reference; what only one of the two has differs as well. */
export function changesOf(before: Reference, after: Reference): Change[] {
  return [
    ...changesOfLists(before.vectors.map(vectorEntry), after.vectors.map(vectorEntry)),
    ...changesOfLists(before.rows.map(rowEntry), after.rows.map(rowEntry)),
  ];
}

/** Of what part of the filter the changes speak, most basic first, since each moves what follows. */
export function likelyCause(before: Reference, after: Reference): string {
  const cells = ({ rows }: Reference) => rows.map(({ cell }) => cell);
  if (differ(cells(before), cells(after))) {
    return 'reference: it was written for other cells than this gate has';
  }
  if (differ(before.rows.map(shapeOf), after.rows.map(shapeOf))) {
    return 'sizing: m or k are others';
  }
  const pairs = before.vectors.map((old) => ({ old, now: sameVector(old, after.vectors) }));
  const changed = pairs.filter(({ old, now }) => differ(old.values, now?.values));
  const narrow = changed.filter(({ old }) => !isWide(old));
  const hashes = narrow.filter(({ old }) => old.bits === null);
  if (hashes.length > 0 && hashes.every(({ old, now }) => lowHalf(old) === lowHalf(now))) {
    return 'width: hashes have lost their upper 32 bits';
  }
  if (hashes.length > 0) return 'mixer: ids hash to other values';
  if (narrow.length > 0) return 'probes: the same hashes lead to other positions';
  if (changed.length > 0) return 'width: only ids or positions above 2^32 are others';
  return 'bits: positions are the same, so they are stored, counted or looked up otherwise';
}

type Entry = readonly [string, Readonly<Record<string, string>>];

function changesOfLists(before: readonly Entry[], after: readonly Entry[]): Change[] {
  const [old, now] = [new Map(before), new Map(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names.flatMap((of) => {
    const [from, to] = [old.get(of), now.get(of)];
    const fields = Object.keys(from ?? to ?? {});
    return fields
      .map((field) => ({
        of,
        field,
        before: from?.[field] ?? 'not there',
        after: to?.[field] ?? 'not there',
      }))
      .filter((change) => change.before !== change.after);
  });
}

function vectorEntry({ id, bits, values }: Vector): Entry {
  const what = bits === null ? 'hash' : `positions in ${bits} bits`;
  return [`${what} of id ${id}`, { values: values.join(' ') }];
}

function rowEntry(row: GoldenRow): Entry {
  const counts = row.falsePositives.map(({ to, count }) => [`false positives up to ${to}`, count]);
  const fields = {
    m: row.bits,
    k: row.hashes,
    'bits set': row.bitsSet,
    'FNV-1a of the bits': row.fnv1a64,
    'first false positives': row.firstFalsePositives.join(' '),
    ...Object.fromEntries(counts),
  };
  const texts = Object.entries(fields).map(([field, value]) => [field, String(value)]);
  return [row.cell, Object.fromEntries(texts)];
}

function shapeOf({ bits, hashes }: GoldenRow): unknown {
  return { bits, hashes };
}

function sameVector({ id, bits }: Vector, vectors: readonly Vector[]): Vector | undefined {
  return vectors.find((vector) => vector.id === id && vector.bits === bits);
}

function isWide({ id, bits }: Vector): boolean {
  return BigInt(id) >= 2n ** 32n || (bits ?? 0) >= 2 ** 32;
}

/** The last eight of sixteen hexadecimal digits. */
function lowHalf(hash: Vector | undefined): string | undefined {
  return hash?.values[0]?.slice(-8);
}

function differ(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) !== JSON.stringify(right);
}
