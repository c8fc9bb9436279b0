import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, of this mode, and those above it that are missing. Not `recursive: true`, which
 * on Node 20 never returns for a folder that /proc refuses.
 */
export function ensureFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) ensureFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it a moment ago.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
