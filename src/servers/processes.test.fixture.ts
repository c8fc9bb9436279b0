import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A short folder for a test, to be removed by it. */
export function testDir(suffix = ''): string {
  return mkdtempSync(join(tmpdir(), `t${suffix}-`));
}

/** The processes that work below a folder; each is given by its name and pid. */
export function processesUnder(dir: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const at = readlinkSync(`/proc/${pid}/cwd`);
        const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
        return at.startsWith(`${dir}/`) ? [`${name} ${pid}`] : [];
      } catch {
        return [];
      }
    });
}

/** Whether a process is there and is not only waiting to be fetched by its parent. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Node running a module given as text; it may import from `dist/`, which must have been built. */
export function runScript(source: string, env: Readonly<Record<string, string>>): ChildProcess {
  if (!existsSync('dist/src/servers/guard.js')) throw new Error('build first: npx tsc -p .');
  return spawn(process.execPath, ['--input-type=module', '-e', source], {
    env: { ...process.env, REDIS_URL: '', MYSQL_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The next thing that a child prints. */
export async function nextOutput(child: ChildProcess): Promise<string> {
  const [data] = await once(child.stdout!, 'data');
  return String(data).trim();
}
