/** What a process of ours ends with; the table stands in the README. */
export const ExitCode = {
  done: 0,
  unexpected: 1,
  usage: 2,
  server: 3,
  expectation: 4,
  reference: 5,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/**
 * An error that is meant to be read by the user: its message says what is wrong and what to do,
 * and no stack is shown. Everything else that is thrown is a fault of ours and ends with exit 1.
 */
export class LabError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LabError';
    this.exitCode = exitCode;
  }
}

/** Wrong use or configuration (exit 2). The message names the option and the value got. */
export function usageError(message: string): LabError {
  return new LabError(ExitCode.usage, message);
}

/** A server cannot be had or reached, or a tool does not work (exit 3). */
export function serverError(message: string, cause?: unknown): LabError {
  return new LabError(ExitCode.server, message, cause === undefined ? undefined : { cause });
}
