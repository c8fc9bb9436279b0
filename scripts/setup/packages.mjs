import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './errors.mjs';

/**
 * An entry of a lock file's `packages`, as far as it matters here.
 *
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[],
 *   cpu?: string[] }} LockedPackage
 */

/** @type {import('./set-up.mjs').Step} */
export const packagesStep = {
  line: 'installing the packages of package-lock.json (npm ci)',
  isDone: packagesAreWhole,
  async perform({ root, run }) {
    const { status, output, log } = await run(npmCi());
    if (status !== 0) throw new SetupError(`${npmFailure(status, output)}; npm's log is ${log}`);
    if (!packagesAreWhole(root)) {
      throw new SetupError(`npm ci left packages of package-lock.json out; its log is ${log}`);
    }
  },
};

/**
 * Whether node_modules holds what package-lock.json asks for. npm writes down what it installed
 * after everything else, so an interrupted `npm ci` has no such list; and a list tells nothing of
 * folders that were removed later, so each is looked for.
 *
 * @param {string} root
 */
function packagesAreWhole(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined) throw new SetupError(`there is no package-lock.json in ${root}`);
  if (installed === undefined) return false;
  for (const [path, entry] of wanted) {
    const found = installed.get(path);
    if (found === undefined && entry.optional) continue;
    if (found?.version !== entry.version || found?.integrity !== entry.integrity) return false;
    if (!existsSync(join(root, path, 'package.json'))) return false;
  }
  return [...installed].every(([path, entry]) => wanted.has(path) && runsHere(entry));
}

/** False in a node_modules that was copied from another platform. */
function runsHere(/** @type {LockedPackage} */ { os, cpu }) {
  return (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
}

/**
 * @param {string} file
 * @returns {Map<string, LockedPackage> | undefined} by folder; undefined when it cannot be read
 */
function readPackages(file) {
  try {
    const { packages } = JSON.parse(readFileSync(file, 'utf8'));
    return new Map(Object.entries(packages).filter(([path]) => path !== ''));
  } catch {
    return undefined;
  }
}

/** Flags, because settings meant for the outer command reach this npm by the environment. */
function npmCi() {
  const outer = process.env.npm_execpath ?? '';
  const npm = outer.endsWith('npm-cli.js') ? [process.execPath, outer] : ['npm'];
  const whole = ['--include=dev', '--include=optional', '--no-dry-run', '--no-package-lock-only'];
  const brief = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=notice'];
  const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-factor=3'];
  return [...npm, 'ci', ...whole, ...brief, ...patience];
}

const networkCodes =
  /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR)$/;

/**
 * What went wrong with `npm ci`, in one sentence.
 *
 * @param {number} status
 * @param {string} output
 */
export function npmFailure(status, output) {
  const field = (/** @type {string} */ name) =>
    output.match(new RegExp(`^npm (?:error|ERR!) ${name} (.+)$`, 'm'))?.[1];
  const code = field('code') ?? '';
  if (status === 127) return 'npm is not on the PATH';
  if (networkCodes.test(code)) {
    return `the packages cannot be downloaded (${code}): try again with a network, or tell npm its proxy`;
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(code)) {
    const path = field('path') ?? 'its cache folder';
    return `npm cannot write to ${path} (${code}): npm_config_cache names another cache folder`;
  }
  if (code === 'EUSAGE') return 'package-lock.json does not fit package.json: run `npm install`';
  return `npm ci failed (${code || `exit ${status}`})`;
}
