import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ExitCode, LabError } from '../errors.ts';
import { ensureFolder } from '../servers/make-folder.ts';

/**
 * Writes a file aside, flushes it and renames it, so that under `path` there is at any moment the
 * old content or the new one, whole. A failure (a full disk) leaves the old file and no other.
 */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const aside = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(aside, 'w');
    try {
      writeAll(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(aside, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(aside, { force: true });
    throw unwritable(path, error);
  }
}

/**
 * Appends text and flushes it. What could be written only in part is taken back; a process killed
 * half way leaves a torn end, which the reader of the file drops.
 */
export function appendToFile(path: string, text: string): void {
  try {
    const file = openSync(path, 'a');
    const { size } = fstatSync(file);
    try {
      writeAll(file, text);
      fsyncSync(file);
    } catch (error) {
      takeBack(file, size);
      throw error;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Makes a folder and those above it, and makes sure that files can be written there. */
export function makeFolder(path: string): void {
  try {
    ensureFolder(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** The error for a path that cannot be written: full disk, no permission, no folder. */
export function unwritable(path: string, error: unknown): LabError {
  const reason = error instanceof Error ? error.message : String(error);
  return new LabError(ExitCode.unexpected, `Cannot write ${path}: ${reason}`, { cause: error });
}

/** The code of a failed system call, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** `write` may take fewer bytes than it was given, on a disk that is nearly full for instance. */
function writeAll(file: number, content: string | Uint8Array): void {
  const bytes = Buffer.from(content);
  for (let offset = 0; offset < bytes.length; ) {
    offset += writeSync(file, bytes, offset);
  }
}

/** Should even this fail, the reader of the file drops the torn end; the first error counts. */
function takeBack(file: number, size: number): void {
  try {
    ftruncateSync(file, size);
  } catch {}
}

/** A rename is only durable when its folder is. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
