import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSteps } from './build.mjs';
import { watchForTheEnd } from './ending.mjs';
import { SetupError, say } from './errors.mjs';
import { guardedRunner } from './guarded.mjs';
import { lock } from './lock.mjs';
import { packagesStep } from './packages.mjs';

/**
 * One thing that a clone needs before a command can run.
 *
 * @typedef {{
 *   line: string,
 *   isDone(root: string): boolean,
 *   perform(lab: { root: string, run: import('./guarded.mjs').Run }): Promise<void>,
 * }} Step
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Does what is missing or out of date, with one line on stderr for each step. Two set-ups at once
 * take turns.
 *
 * @param {{ verbose: boolean, note?: string | undefined }} options
 *   `verbose` says so when there was nothing to do; `note` is told before anything is done
 * @returns {Promise<number>} the exit code: 0, 1 (a step failed), 130 or 143 (interrupted)
 */
export async function setUp({ verbose, note }) {
  const steps = [packagesStep, ...buildSteps];
  try {
    if (steps.every((step) => step.isDone(root))) {
      if (verbose) say('everything is up to date');
    } else {
      if (note !== undefined) say(note);
      await perform(steps);
    }
    return 0;
  } catch (error) {
    if (!isForReading(error)) throw error;
    say(error.message);
    return error instanceof SetupError ? error.exitCode : 1;
  }
}

/** @param {Step[]} steps */
async function perform(steps) {
  const build = join(root, 'build');
  mkdirSync(build, { recursive: true });
  const end = watchForTheEnd();
  const held = await lock(join(build, 'setup.lock'), {
    end,
    onWait: (pid) => say(`waiting for another set-up of this folder (process ${pid})`),
  });
  try {
    const run = guardedRunner({ root, log: join(build, 'setup.log'), end, lock: held });
    for (const step of steps) {
      // Another set-up may have done it while this one waited.
      if (step.isDone(root)) continue;
      say(step.line);
      await step.perform({ root, run });
    }
  } finally {
    held.release();
  }
}

/**
 * Errors of the system (no space, no permission) say what and where; others are faults of ours.
 *
 * @param {unknown} error
 * @returns {error is Error}
 */
function isForReading(error) {
  return error instanceof SetupError || (error instanceof Error && 'syscall' in error);
}
