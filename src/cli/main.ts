#!/usr/bin/env node
import { experiments } from '../../experiments/index.ts';
import { ledger } from '../claims/ledger.ts';
import { ExitCode } from '../errors.ts';
import { createStage } from '../lab/stage.ts';
import { writeReport } from '../report/write.ts';
import { killAllServers } from '../servers/guard.ts';
import { errorText, runCommandLine } from './program.ts';
import { abortOnSignals, abortWithParent } from './signals.ts';

const controller = new AbortController();
const now = () => process.hrtime.bigint();

/** Nothing that we write is left in a buffer: files are written synchronously, so are pipes. */
function endAtOnce(exitCode: ExitCode): never {
  killAllServers();
  process.exit(exitCode);
}

function endWithFault(error: unknown): never {
  process.stderr.write(`${errorText(error)}\n`);
  return endAtOnce(ExitCode.unexpected);
}

/** `funnel-lab … | head -1` ends the reader, not the run. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') {
    endWithFault(error);
  }
}

process.on('uncaughtException', endWithFault);
process.on('unhandledRejection', endWithFault);
process.stdout.on('error', ignoreClosedPipe);
process.stderr.on('error', ignoreClosedPipe);
abortOnSignals({ source: process, controller, now, endAtOnce });
abortWithParent(controller);

const exitCode = await runCommandLine(process.argv.slice(2), {
  experiments,
  ledger,
  env: process.env,
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  signal: controller.signal,
  now,
  // The one place that looks at the calendar; it names runs and dates their files.
  wallClock: () => new Date(performance.timeOrigin + performance.now()),
  createStage,
  writeReport,
});
// What is still open now (a connection of a cell that was given up) must not keep us.
endAtOnce(exitCode);
