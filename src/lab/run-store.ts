import { mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../errors.ts';
import type { Cell, Experiment, Preset, Result } from './experiment.ts';
import { appendToFile, makeFolder, replaceFile, systemCode, unwritable } from './files.ts';
import { decodeRows, encodeCell, type StoredRows } from './rows.ts';
import { lockRun } from './run-lock.ts';
import { decodeRunRecord, encodeRunRecord, type RunRecord } from './run-record.ts';

/** The folder below `results` that is kept in git and is itself the folder of one run. */
export const referenceName = 'reference';

/**
 * A run's folder, held by this process for writing: `run.json` and one NDJSON file an experiment.
 * All of it is written synchronously: when a call returns, what it wrote is on the disk.
 */
export class RunFolder {
  readonly path: string;
  readonly #unlock: () => void;

  private constructor(path: string) {
    this.path = path;
    this.#unlock = lockRun(path);
  }

  /**
   * Makes a new folder in `root`, named after the time and the preset. Two runs at the same second
   * get two folders: making a folder is what decides, not looking for one.
   */
  static create(root: string, createdAt: Date, preset: Preset): RunFolder {
    const second = createdAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
    makeFolder(root);
    for (let attempt = 1; attempt <= 1000; attempt++) {
      const path = join(root, `${second}-${preset}${attempt === 1 ? '' : `-${attempt}`}`);
      try {
        mkdirSync(path);
        return new RunFolder(path);
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') {
          throw unwritable(path, error);
        }
      }
    }
    throw usageError(`${root} holds a thousand runs of the second ${second}`);
  }

  /** Takes an existing folder, to go on with its run. */
  static resume(path: string): RunFolder {
    return new RunFolder(path);
  }

  save(record: RunRecord): void {
    replaceFile(join(this.path, 'run.json'), encodeRunRecord(record));
  }

  /** The whole cells of an experiment. A torn end of the file is cut off, to be done again. */
  takeUp(experimentId: string): StoredRows['cells'] {
    const path = rowsPath(this.path, experimentId);
    const text = readIfThere(path);
    if (text === undefined) {
      return new Map();
    }
    const { cells, wholeBytes } = decodeRows(text, path);
    if (wholeBytes < Buffer.byteLength(text)) {
      truncateSync(path, wholeBytes);
    }
    return cells;
  }

  /** Stores the rows of a cell: all of them or none. */
  append(experiment: Experiment, cell: Cell, results: readonly Result[]): void {
    const lines = encodeCell(cell.key, results, experiment.columns);
    appendToFile(rowsPath(this.path, experiment.id), lines);
  }

  close(): void {
    this.#unlock();
  }
}

/** `run.json` of a run's folder. */
export function readRun(folder: string): RunRecord {
  const path = join(folder, 'run.json');
  const text = readIfThere(path);
  if (text === undefined) {
    throw usageError(`${folder} holds no run: there is no ${path}`);
  }
  return decodeRunRecord(text, path);
}

/** The stored rows of one experiment, in the order in which its cells were done. */
export function readResults(folder: string, experimentId: string): readonly Result[] {
  const path = rowsPath(folder, experimentId);
  return [...decodeRows(readIfThere(path) ?? '', path).cells.values()].flat();
}

/** The folders of the runs in `root`, newest first; the reference is not among them. */
export function listRuns(root: string): readonly string[] {
  return readFolder(root)
    .filter((name) => name !== referenceName && holdsRun(join(root, name)))
    .sort(byNameAndNumber)
    .reverse()
    .map((name) => join(root, name));
}

/** Whether a run was stored in this folder; false where there is no such folder. */
export function holdsRun(folder: string): boolean {
  return readFolder(folder).includes('run.json');
}

/** The folder of the run that the user names: by its id in `root`, or by a path. */
export function findRun(root: string, name: string): string {
  const folder = [join(root, name), name].find(holdsRun);
  if (folder === undefined) {
    const [newest] = listRuns(root);
    const hint = newest === undefined ? '' : `; the newest is ${newest}`;
    throw usageError(`There is no run ${name} in ${root}${hint}`);
  }
  return folder;
}

function rowsPath(folder: string, experimentId: string): string {
  return join(folder, `${experimentId}.ndjson`);
}

/** `…-quick-10` comes after `…-quick-2`. The collation is fixed: names sort the same anywhere. */
function byNameAndNumber(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}

function readFolder(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') {
      return [];
    }
    throw usageError(`Cannot read ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') {
      return undefined;
    }
    throw usageError(`Cannot read ${path}: ${error instanceof Error ? error.message : error}`);
  }
}
