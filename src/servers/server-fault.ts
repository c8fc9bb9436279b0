import { type LabError, serverError } from '../errors.ts';

const rights = 'The user needs all rights on the database funnel_lab.';
const writable = 'The server must be writable.';
const room = 'The server needs more room.';

/** What to change, by MySQL's code or by the first word of Redis's answer. */
const advice: Readonly<Record<string, string>> = {
  ER_DBACCESS_DENIED_ERROR: rights,
  ER_TABLEACCESS_DENIED_ERROR: rights,
  ER_SPECIFIC_ACCESS_DENIED_ERROR: rights,
  ER_OPTION_PREVENTS_STATEMENT: writable,
  ER_READ_ONLY_MODE: writable,
  ER_RECORD_FILE_FULL: room,
  ER_DISK_FULL: room,
  NOPERM: 'The user needs this command, and the keys that begin with seckill: and funnel-lab:.',
  READONLY: writable,
  MISCONF: writable,
  OOM: room,
};

const lostCodes = /^(PROTOCOL_CONNECTION_LOST|ER_SERVER_SHUTDOWN|ECONNRESET|EPIPE)$/;

/** How the drivers say it where they give no code. */
const lostWords = /^(Connection is closed|Stream isn't writeable|Can't add new command when conn)/;

/**
 * The error (exit 3) for what a driver threw because its server has gone, refuses us or is full;
 * undefined for anything else, a wrong statement for instance, which is a fault of ours.
 */
export function serverFault(error: unknown): LabError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  // mysql2 marks all of its errors; ioredis marks none.
  const product = 'fatal' in error || 'sqlState' in error ? 'MySQL' : 'Redis';
  if (syscall === 'connect' || lostCodes.test(code) || lostWords.test(message)) {
    return serverError(`${product} went away while it was used: ${message}`);
  }
  const what =
    advice[code] ?? (error.name === 'ReplyError' ? advice[firstWord(message)] : undefined);
  return what === undefined ? undefined : serverError(`${product} refuses: ${message}\n  ${what}`);
}

function firstWord(message: string): string {
  return message.split(' ', 1)[0] ?? '';
}
