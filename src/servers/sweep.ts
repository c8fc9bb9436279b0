import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { cacheDir } from './cache.ts';
import { isLeftover, tempParents } from './temp-dir.ts';

const serverNames = new Set(['redis-server', 'valkey-server', 'mysqld', 'mariadbd']);

/**
 * Removes the folders that dead runs of this user left behind and ends servers that still work in
 * them (their guard was killed too). Folders of living runs are left alone. Returns what was
 * removed; what cannot be removed is skipped.
 */
export function sweepDeadRuns(parents = [...tempParents(), cacheDir()]): readonly string[] {
  return parents
    .flatMap((parent) =>
      list(parent)
        .filter(isLeftover)
        .map((name) => join(parent, name)),
    )
    .filter(isOurs)
    .filter((dir) => {
      try {
        for (const pid of serversIn(dir)) process.kill(pid, 'SIGKILL');
        rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
        return true;
      } catch {
        return false;
      }
    });
}

function list(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** In a shared /tmp anybody can make a folder of any name: only this user's own ones count. */
function isOurs(dir: string): boolean {
  try {
    const stat = lstatSync(dir);
    return stat.isDirectory() && stat.uid === process.getuid?.();
  } catch {
    return false;
  }
}

/** Servers whose working folder is inside `dir`; their pids are read now, so none is stale. */
function serversIn(dir: string): readonly number[] {
  if (process.platform !== 'linux') return serversNaming(dir);
  return list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const folder = `${readlinkSync(`/proc/${pid}/cwd`)}${sep}`;
        const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
        return folder.startsWith(`${dir}${sep}`) && serverNames.has(name);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function serversNaming(dir: string): readonly number[] {
  return execFileSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dir) && [...serverNames].some((name) => line.includes(name)))
    .map((line) => Number.parseInt(line, 10));
}
