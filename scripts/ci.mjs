// Runs what the README tells a newcomer to run, and counts. A suite without tests, or with a test
// that was skipped, is not a pass: it would hide that a part is no longer tested.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const commandMsMax = 12 * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'funnel-lab-ci-'));

const parts = [lint(), gate(), tests('test'), tests('test:oracle')];
rmSync(folder, { recursive: true });
const total = (/** @type {'passed' | 'failed'} */ key) =>
  parts.reduce((sum, part) => sum + part[key], 0);
const [passed, failed] = [total('passed'), total('failed')];
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

/** Each check of the linter counts as one. */
function lint() {
  const { status, stdout } = npm('lint', [], 'pipe');
  process.stdout.write(stdout);
  const [, passed, failed] = stdout.match(/^lint: (\d+) passed, (\d+) failed$/m) ?? [];
  return counted('lint', status, { passed: Number(passed ?? 0), failed: Number(failed ?? 0) });
}

/** Each check of the false-positive gate counts as one; the report lies where charts do. */
function gate() {
  const { status, stdout } = npm('check', ['--', '--junit', 'report/check.xml'], 'pipe');
  process.stdout.write(stdout);
  const [, passed, failed] = stdout.match(/^(\d+) passed, (\d+) failed in /m) ?? [];
  return counted('check', status, { passed: Number(passed ?? 0), failed: Number(failed ?? 0) });
}

function tests(/** @type {string} */ script) {
  const file = join(folder, 'vitest.json');
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status } = npm(script, ['--', ...reporters], 'inherit');
  const result = readJson(file);
  const passed = result?.numPassedTests ?? 0;
  let failed = result?.numFailedTests ?? 0;
  for (const name of skippedIn(result)) {
    console.log(`${script}: skipped: ${name}`);
    failed++;
  }
  return counted(script, status, { passed, failed });
}

/**
 * A command that failed without a failed check (it crashed, or a file could not be loaded), or
 * that checked nothing, counts as one failure.
 *
 * @param {string} script
 * @param {number | null} status
 * @param {{ passed: number, failed: number }} counts
 */
function counted(script, status, { passed, failed }) {
  if (failed > 0 || (status === 0 && passed > 0)) return { passed, failed };
  console.log(`${script}: ${passed === 0 ? 'nothing was checked' : `ended with ${status}`}`);
  return { passed, failed: 1 };
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {'pipe' | 'inherit'} stdout
 */
function npm(script, args, stdout) {
  console.log(`$ npm run ${script}`);
  return spawnSync('npm', ['run', script, ...args], {
    stdio: ['ignore', stdout, 'inherit'],
    encoding: 'utf8',
    timeout: commandMsMax,
  });
}

/**
 * What vitest's JSON reporter writes, as far as it matters here.
 *
 * @typedef {{
 *   numPassedTests: number, numFailedTests: number,
 *   testResults: { assertionResults: { status: string, fullName: string }[] }[],
 * }} VitestResult
 */

/** @returns {string[]} */
function skippedIn(/** @type {VitestResult | undefined} */ result) {
  const tests = result?.testResults.flatMap((file) => file.assertionResults) ?? [];
  return tests.filter(({ status }) => !/^(passed|failed)$/.test(status)).map((t) => t.fullName);
}

/** @returns {VitestResult | undefined} */
function readJson(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
