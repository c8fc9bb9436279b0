import { rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeTempDir } from '../servers/temp-dir.ts';
import { compileCpp } from './cpp.ts';

test('the compiler keeps its own files in the folder, with which they are removed', async () => {
  const folder = makeTempDir();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const script = '#!/bin/sh\necho "error: $TMPDIR" >&2\nexit 1\n';
  writeFileSync(join(folder, 'c++'), script, { mode: 0o700 });
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  const { signal } = new AbortController();
  const compiled = await compileCpp({ name: 'none', text: '', flags: [] }, folder, { signal });
  expect(compiled).toEqual({ refusal: folder });
});
