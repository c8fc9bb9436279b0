import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of a processor's data caches; `null` for one that it does not have or tell. */
export interface Caches {
  readonly l1Bytes: number | null;
  readonly l2Bytes: number | null;
  readonly l3Bytes: number | null;
}

const units: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

/** The data caches of the first processor as Linux tells them. */
export function readCaches(folder = '/sys/devices/system/cpu/cpu0/cache'): Caches {
  const sizes = new Map(levels(folder));
  const of = (level: string) => sizes.get(level) ?? null;
  return { l1Bytes: of('1'), l2Bytes: of('2'), l3Bytes: of('3') };
}

function levels(folder: string): [level: string, bytes: number][] {
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith('index'))
      .map((name) => (file: string) => readFileSync(join(folder, name, file), 'utf8').trim())
      .filter((read) => read('type') !== 'Instruction')
      .map((read) => [read('level'), bytesOf(read('size'))]);
  } catch {
    return [];
  }
}

function bytesOf(size: string): number {
  return Number.parseInt(size, 10) * (units[size.at(-1)!] ?? 1);
}
