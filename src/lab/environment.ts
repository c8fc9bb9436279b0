import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Environment } from './run-record.ts';

const root = packageRoot(import.meta.dirname);

/** The version in package.json. */
export function packageVersion(): string {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** The machine and the software of a run; the servers are added when it has ended. */
export function describeEnvironment(): Omit<Environment, 'servers'> {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const processors = cpus();
  return {
    packageVersion: packageVersion(),
    ...gitState(),
    node: process.versions.node,
    v8: process.versions.v8,
    os: `${type()} ${release()} ${process.arch}`,
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    locale,
    timeZone,
  };
}

/** Only a checkout of our own has a state: as a dependency we stand in someone else's. */
function gitState(): Pick<Environment, 'gitSha' | 'gitDirty'> {
  if (!existsSync(join(root, '.git'))) {
    return { gitSha: null, gitDirty: null };
  }
  try {
    const sha = git('rev-parse', 'HEAD').trim();
    return { gitSha: sha, gitDirty: git('status', '--porcelain') !== '' };
  } catch {
    return { gitSha: null, gitDirty: null };
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 5_000,
  });
}

/** The same from `src` and from `dist/src`: the nearest folder above with a package.json. */
function packageRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || folder === dirname(folder)) {
    return folder;
  }
  return packageRoot(dirname(folder));
}
