import { ExitCode, LabError } from '../errors.ts';

/** One line for what the user can mend; a stack for what only we can. */
export function errorText(error: unknown): string {
  if (error instanceof LabError) {
    return error.message;
  }
  return `A fault of ours: ${error instanceof Error ? error.stack : String(error)}`;
}

export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof LabError ? error.exitCode : ExitCode.unexpected;
}
