import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** A server program on this machine. */
export interface Binary {
  readonly path: string;
  readonly source: 'installed' | 'unpacked';
  /** Where its libraries are, when the system does not know them. */
  readonly env: Readonly<Record<string, string>>;
}

/** Folders that hold servers and are often not on the PATH of a user. */
const systemFolders = [
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
  '/usr/libexec',
  '/usr/local/bin',
  '/opt/homebrew/bin',
];

/** PATH and the folders in which systems keep their servers. */
export function systemSearchPath(): readonly string[] {
  return [...(process.env.PATH ?? '').split(delimiter), ...systemFolders].filter((dir) => dir);
}

/** The programs of these names in these folders, in this order, each file once. */
export function installedBinaries(
  names: readonly string[],
  folders: readonly string[],
): readonly Binary[] {
  const byFile = new Map<string, Binary>();
  for (const path of names.flatMap((name) => folders.map((dir) => join(dir, name)))) {
    if (!existsSync(path)) continue;
    const file = realpathSync(path);
    if (!byFile.has(file)) byFile.set(file, { path, source: 'installed', env: {} });
  }
  return [...byFile.values()];
}

/** The programs of these names among packages that were unpacked below `root`. */
export function unpackedBinaries(names: readonly string[], root: string): readonly Binary[] {
  const folders = ['usr/bin', 'usr/sbin'].map((dir) => join(root, dir));
  const env = { LD_LIBRARY_PATH: libraryFolders(root).join(delimiter) };
  return installedBinaries(names, folders).map((b) => ({ ...b, source: 'unpacked', env }));
}

/** `usr/lib/x86_64-linux-gnu` and the like: the name depends on the architecture. */
function libraryFolders(root: string): readonly string[] {
  return ['usr/lib', 'lib']
    .map((dir) => join(root, dir))
    .filter((dir) => existsSync(dir))
    .flatMap((dir) =>
      readdirSync(dir)
        .filter((n) => n.includes('-linux-'))
        .map((n) => join(dir, n)),
    );
}

/** The folders that may hold a server's SQL files and messages: they differ by system and age. */
export function shareFolders(binary: Binary): readonly string[] {
  const folder = dirname(realpathSync(binary.path));
  return [dirname(folder), folder]
    .flatMap((base) => ['share/mariadb', 'share/mysql', 'share'].map((dir) => join(base, dir)))
    .filter((dir) => existsSync(dir));
}
