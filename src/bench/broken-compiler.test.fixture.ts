import { rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { makeTempDir } from '../servers/temp-dir.ts';

/**
 * Until the test ends, `c++` is a shell script that prints `words` as its error and fails.
 * @returns its folder, which is removed then
 */
export function breakCompiler(words: string): string {
  const folder = makeTempDir();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const script = `#!/bin/sh\necho "${words}" >&2\nexit 1\n`;
  writeFileSync(join(folder, 'c++'), script, { mode: 0o700 });
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  return folder;
}
