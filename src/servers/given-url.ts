import type { LabError } from '../errors.ts';
import { serverError, usageError } from '../errors.ts';
import type { ServerInfo } from './server.ts';

/** What connecting to a given server was told to use. */
export interface GivenUrl {
  readonly protocol: string;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** What stands after the slash: a database, or the path of a socket. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * Takes a server's URL apart. Throws a `LabError` (exit 2) that names the option, the forms that
 * are understood and the value without its password.
 */
export function parseServerUrl(
  variable: string,
  text: string,
  forms: readonly string[],
  defaultPort: number,
): GivenUrl {
  const shown = text.replace(/^(\w*:\/\/)?.*@/, '$1***@');
  const wrong = usageError(`${variable} is ${forms.join(' or ')}, got "${shown}".`);
  if (!URL.canParse(text)) throw wrong;
  const url = new URL(text);
  if (!forms.some((form) => form.startsWith(`${url.protocol}//`))) throw wrong;
  try {
    return {
      protocol: url.protocol,
      // An IPv6 address stands in brackets in a URL, and nowhere else.
      host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1') || '127.0.0.1',
      port: url.port === '' ? defaultPort : Number(url.port),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
    };
  } catch {
    throw usageError(`${variable} has a wrong % escape in "${shown}".`);
  }
}

interface Trouble {
  readonly message: string;
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly errors?: readonly Trouble[];
}

const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    'Is it running and listening there? If it listens on IPv4 only, write 127.0.0.1, not localhost.',
  ENOTFOUND: 'The name is not known: write the address or mend the name.',
  EAI_AGAIN: 'The name could not be looked up: write the address.',
  ETIMEDOUT: 'Nothing answers there: a wrong address, or a firewall in between.',
  ENOENT: 'There is no such socket: is the server running?',
  EACCES: 'This user may not use the socket.',
  ER_ACCESS_DENIED_ERROR: 'Check user and password, and from which hosts the user may connect.',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR:
    'It logs in by unix_socket, as the system user of its name only: use one that has a password.',
  AUTH_SWITCH_PLUGIN_ERROR:
    'Use an account with mysql_native_password, caching_sha2_password or ed25519.',
  WRONGPASS: 'Check user and password of the URL.',
  NOAUTH: 'It wants a password: redis://:password@host:port.',
};

/**
 * The error (exit 3) for a given server that cannot be used: its address as it was resolved, the
 * reason as the driver or server puts it, and what to change. Holds no password.
 */
function reachError(variable: string, where: string, cause: unknown, secret: string): LabError {
  const trouble = cause as Trouble;
  const parts = trouble.errors ?? [trouble];
  const tried = parts
    .filter((part) => part.address !== undefined)
    .map((part) => (part.port === undefined ? part.address : `${part.address} port ${part.port}`));
  const message = parts[0]?.message ?? String(cause);
  const reason = secret === '' ? message : message.replaceAll(secret, '***');
  const code = parts[0]?.code ?? /^[A-Z]+/.exec(message)?.[0] ?? '';
  const lines = [
    `The server of ${variable} at ${where} cannot be used: ${reason}`,
    ...(tried.length === 0 ? [] : [`Tried: ${tried.join(', ')}.`]),
    ...(advice[code] === undefined ? [] : [advice[code]]),
  ];
  // The cause stays out: the drivers' errors carry the commands sent, and so the password.
  return serverError(lines.join('\n  '));
}

/** A given server: how it is reached, and as what it describes itself. */
interface Given<O> {
  readonly info: ServerInfo;
  readonly options: O;
  readonly private: false;
  stop(): Promise<void>;
}

/**
 * The server at an address, asked what it is; it is not ours to stop.
 * @throws LabError (exit 3) that names `urlName` and what to change, never the password
 */
export async function useGiven<O extends { readonly password?: string | undefined }>(
  urlName: string,
  { where, options }: { readonly where: string; readonly options: O },
  ask: (options: O) => Promise<Omit<ServerInfo, 'source' | 'where'>>,
): Promise<Given<O>> {
  try {
    const info = { ...(await ask(options)), source: 'given', where } as const;
    return { info, options, private: false, async stop() {} };
  } catch (error) {
    throw reachError(urlName, where, error, options.password ?? '');
  }
}
