import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LabError, serverError } from '../errors.ts';
import { installedBinaries, systemSearchPath, unpackedBinaries } from './binary.ts';
import { makeCache } from './cache.ts';
import { withFileLock } from './file-lock.ts';
import { runGuarded } from './guard.ts';
import { makeTempDir } from './temp-dir.ts';

/** redis-tools holds the program that redis-server only links to. */
const packages = ['redis-server', 'redis-tools', 'mariadb-server-core'];

/** The C library belongs to the dynamic loader of the system: another one would crash. */
const leftToTheSystem = /^(libc6|libc-bin|libc-l10n|locales)$/;

const neededBytes = 200 * 2 ** 20;

/** Hooks of the system (such as those of docker images, which empty its cache) are not for us. */
const aptConfig = `#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Acquire::Languages "none";
Acquire::Retries "1";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
`;

interface UnpackOptions {
  log(line: string): void;
  readonly signal?: AbortSignal | undefined;
  /** More options for apt-get; a test hides installed packages with them. */
  readonly aptArgs?: readonly string[];
}

/**
 * The folder below which Debian's or Ubuntu's packages of Redis and MariaDB are unpacked. They are
 * downloaded if they are not there yet, without root, by apt, which checks their signatures; the
 * system is not touched. Throws a `LabError` (exit 3) that says why that cannot be done.
 */
export async function unpackServers(options: UnpackOptions): Promise<string> {
  const tools = installedBinaries(['apt-get', 'dpkg-deb'], systemSearchPath());
  if (process.platform !== 'linux' || tools.length < 2) {
    throw serverError('packages are unpacked on Debian and Ubuntu only (apt-get and dpkg-deb)');
  }
  const cache = makeCache(0);
  const root = join(cache, releaseName());
  const unpackUnlessDone = async () => {
    if (!existsSync(root)) await unpackAside(makeCache(neededBytes), root, options);
  };
  await withFileLock(join(cache, 'unpacking'), unpackUnlessDone, options.signal);
  return root;
}

/** A home may be shared by machines of several releases. */
function releaseName(): string {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const value = (key: string) => new RegExp(`^${key}="?([\\w.-]+)`, 'm').exec(release)?.[1] ?? '';
  return ['packages', value('ID'), value('VERSION_ID') || value('VERSION_CODENAME'), process.arch]
    .filter((part) => part !== '')
    .join('-');
}

/** Everything happens in a folder of its own; only what is complete gets the final name. */
async function unpackAside(cache: string, root: string, options: UnpackOptions): Promise<void> {
  options.log(`servers: unpacking packages of Redis and MariaDB into ${root} (once)`);
  const aside = makeTempDir(cache);
  let updated: readonly string[] = [];
  try {
    for (const name of ['lists/partial', 'archives/partial', 'debs', 'root']) {
      mkdirSync(join(aside, name), { recursive: true });
    }
    writeFileSync(join(aside, 'apt.conf'), aptConfig);
    const debs = join(aside, 'debs');
    const run = (command: string, args: readonly string[]) =>
      runGuarded(command, args, {
        cwd: debs,
        env: { LC_ALL: 'C', TMPDIR: aside },
        removeDir: aside,
        signal: options.signal,
      });
    const apt = [...aptFlags(aside), ...(options.aptArgs ?? [])];
    updated = await run('apt-get', [...apt, 'update']);
    const simulated = await run('apt-get', [...apt, 'install', '-s', '--reinstall', ...packages]);
    await run('apt-get', [...apt, 'download', ...namesToInstall(simulated)]);
    for (const deb of readdirSync(debs)) {
      await run('dpkg-deb', ['-x', join(debs, deb), join(aside, 'root')]);
    }
    for (const name of ['redis-server', 'mariadbd']) {
      if (unpackedBinaries([name], join(aside, 'root')).length > 0) continue;
      throw serverError(`apt-get does not offer the package of ${name}`);
    }
    renameSync(join(aside, 'root'), root);
  } catch (error) {
    throw withWarnings(error, updated);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** apt calls it a warning that nothing could be fetched, and fails over the packages later. */
function withWarnings(error: unknown, lines: readonly string[]): unknown {
  const warnings = lines.filter((line) => line.startsWith('W: ')).slice(0, 3);
  if (!(error instanceof LabError) || warnings.length === 0) return error;
  return serverError([error.message, ...warnings.map((line) => `    ${line}`)].join('\n'));
}

function aptFlags(aside: string): readonly string[] {
  const settings = {
    'Dir::State::lists': join(aside, 'lists'),
    'Dir::Cache': aside,
    'Dir::Cache::archives': join(aside, 'archives'),
    // The user that apt switches to when it is root may not read folders of mode 0700.
    ...(process.getuid?.() === 0 ? { 'APT::Sandbox::User': 'root' } : {}),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return ['-q', '-c', join(aside, 'apt.conf'), '--no-install-recommends', ...options];
}

/** The packages of `Inst name [old] (new …)` lines. */
function namesToInstall(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) => /^Inst (\S+)/.exec(line)?.[1])
    .filter((name) => name !== undefined)
    .filter((name) => !leftToTheSystem.test(name.split(':')[0]!));
}
