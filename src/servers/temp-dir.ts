import { existsSync, mkdtempSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processStart } from './process-start.ts';

const namePattern = /^funnel-lab-([0-9a-z]+)-(\d+)-([0-9a-z]+)-\w{6}$/;

// Paths of sockets end at 103 bytes on macOS (107 on Linux); 44 are our folder's, 12 the file's.
const longestParentBytes = 103 - 44 - 12;

/** Where temporary folders are made: the system's, or /tmp where sockets would be too long. */
export function tempParents(): readonly string[] {
  return [...new Set([tmpdir(), '/tmp'])].filter((parent) => existsSync(parent));
}

/** Which set of pids we live in: containers may share /tmp, but each has pids of its own. */
function pidNamespace(): string {
  try {
    const [inode] = /\d+/.exec(readlinkSync('/proc/self/ns/pid')) ?? [];
    return Number(inode).toString(36);
  } catch {
    return '0';
  }
}

/**
 * A new folder of mode 0700 whose name says which process owns it, so that leftovers of a dead one
 * can be told from folders in use. Sockets inside have paths that are short enough.
 */
export function makeTempDir(parent?: string): string {
  const chosen =
    parent ?? tempParents().find((path) => Buffer.byteLength(path) <= longestParentBytes) ?? '/tmp';
  const owner = `${pidNamespace()}-${process.pid}-${processStart(process.pid)}`;
  return mkdtempSync(join(chosen, `funnel-lab-${owner}-`));
}

/** Whether a file name is one of `makeTempDir` whose owner has gone, as far as we can see. */
export function isLeftover(name: string): boolean {
  const [, namespace, pid, start] = namePattern.exec(name) ?? [];
  return namespace === pidNamespace() && processStart(Number(pid)) !== start;
}
