import { expect, test } from 'vitest';
import { breakCompiler } from './broken-compiler.test.fixture.ts';
import { compileCpp } from './cpp.ts';

test('the compiler keeps its own files in the folder, with which they are removed', async () => {
  const folder = breakCompiler('error: $TMPDIR');
  const { signal } = new AbortController();
  const compiled = await compileCpp({ name: 'none', text: '', flags: [] }, folder, { signal });
  expect(compiled).toEqual({ refusal: folder });
});
