const oldest = { major: 20, minor: 19 };

/**
 * Whether the project runs here: Linux x64 in full, macOS untested (as is WSL, which calls itself
 * Linux), nothing else.
 *
 * @param {{ version: string, platform: string, arch: string, execPath: string }} runtime
 * @returns {{ refusal?: { exitCode: number, message: string }, note?: string }} the exit code is
 *   2 for a Node that is too old, 3 for a machine that the servers cannot be had for
 */
export function judgePlatform({ version, platform, arch, execPath }) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
    const message = `Node ${oldest.major}.${oldest.minor} or newer is needed; ${execPath} is ${version}`;
    return { refusal: { exitCode: 2, message } };
  }
  if (platform === 'linux' && arch === 'x64') return {};
  if (platform === 'darwin') {
    return {
      note: 'macOS is untested: Redis and MySQL must be installed, or given by REDIS_URL and MYSQL_URL',
    };
  }
  const message =
    `${platform} on ${arch} is not supported: ` +
    'Linux x64 is, macOS and WSL (untested) with installed servers or REDIS_URL and MYSQL_URL';
  return { refusal: { exitCode: 3, message } };
}
