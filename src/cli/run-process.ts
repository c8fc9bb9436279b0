import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ExitCode, LabError } from '../errors.ts';
import { killAllServers } from '../servers/guard.ts';
import type { Context } from './context.ts';
import { errorText } from './error-text.ts';
import { runCommandLine } from './program.ts';
import { abortOnSignals, abortWithParent } from './signals.ts';

/** What a process does not bring along itself. */
type Parts = Pick<Context, 'experiments' | 'ledger' | 'createStage' | 'writeReport' | 'pool'>;

/**
 * Does this process's command line and ends the process: by the command's end, by a signal, with
 * its parent, or by a fault, and with it the servers that it started.
 */
export async function runProcess(parts: Parts): Promise<never> {
  const controller = new AbortController();
  const now = () => process.hrtime.bigint();
  process.on('uncaughtException', endWithFault);
  process.on('unhandledRejection', endWithFault);
  process.stdout.on('error', endUnlessPipeClosed);
  process.stderr.on('error', endUnlessPipeClosed);
  abortOnSignals({ source: process, controller, now, endAtOnce });
  abortWithParent(controller);
  const exitCode = await runCommandLine(process.argv.slice(2), {
    ...parts,
    env: process.env,
    cwd: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
    signal: controller.signal,
    now,
    // The one place that looks at the calendar: it names runs and dates their files.
    wallClock: () => new Date(performance.timeOrigin + performance.now()),
    freshSeed: () => randomBytes(8).toString('hex'),
  });
  // That a write has failed is told at the next turn.
  await nextTurn();
  // What is still open now (a connection of a cell that was given up) must not keep us.
  return endAtOnce(exitCode);
}

/** Nothing that we wrote is left in a buffer: files are written synchronously, and so are pipes. */
function endAtOnce(exitCode: ExitCode): never {
  killAllServers();
  process.exit(exitCode);
}

function endWithFault(error: unknown): never {
  process.stderr.write(`${errorText(error)}\n`);
  return endAtOnce(ExitCode.unexpected);
}

/** `funnel-lab … | head -1` ends the reader, not the run; a full disk cuts short what was asked. */
function endUnlessPipeClosed({ code, message }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') {
    endWithFault(new LabError(ExitCode.unexpected, `The output cannot be written: ${message}`));
  }
}
