import { type ExitCode, LabError } from '../errors.ts';

/**
 * An error for another process. What Node sends of one is its message and its stack; by the other
 * fields a driver says what has happened, and we what the run ends with.
 */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** Whatever was thrown; of its fields those that are text, numbers and truth values. */
export function sentError(thrown: unknown): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack } = error;
  const fields = Object.entries(error).filter(([, value]) => Object(value) !== value);
  return { ...Object.fromEntries(fields), name, message, stack };
}

/** The error again: a `LabError` where it was one. */
export function receivedError({ message, exitCode, ...fields }: SentError): Error {
  if (exitCode !== undefined) return new LabError(exitCode as ExitCode, message);
  return Object.assign(new Error(message), fields);
}
