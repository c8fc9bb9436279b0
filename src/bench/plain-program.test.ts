import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { ExitCode, LabError } from '../errors.ts';
import { BloomFilter } from '../filters/bloom.ts';
import { makeTempDir } from '../servers/temp-dir.ts';
import { breakCompiler } from './broken-compiler.test.fixture.ts';
import { plainName } from './contender.ts';
import { articleShape, measureVariants } from './measure-variants.ts';
import { compilePlain, PlainFilter } from './plain-program.ts';
import { firstIds } from './workloads.ts';

const { signal } = new AbortController();
const folder = makeTempDir();
const program = (await compilePlain(folder, { signal })) ?? '';
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is refused in words where the compiler does not work', async () => {
  const broken = breakCompiler('x: fatal error: cannot');
  const compiled = compilePlain(broken, { signal });
  await expect(compiled).rejects.toBeInstanceOf(LabError);
  await expect(compiled).rejects.toMatchObject({
    message: expect.stringMatching(/^the compiler c\+\+ does not compile plain C\+\+: cannot\n/),
    exitCode: ExitCode.server,
  });
});

describe.skipIf(program === '')('plain C++, where there is a compiler', () => {
  it('is the article’s filter: its bits set, and the four ids that pass up to 10^7', async () => {
    const plain = new PlainFilter(program, articleShape, { signal });
    try {
      await plain.take(firstIds(200_000));
      expect((await plain.build(2)).count).toBe(1_746_341);
      expect((await plain.ask(3)).count).toBe(200_000);
      expect((await plain.scan(200_001, 10_000_000)).count).toBe(4);
      await plain.take(Uint32Array.of(200_001, 3_703_687, 4_500_719));
      expect((await plain.ask(3)).count).toBe(2);
    } finally {
      plain.stop();
    }
  });

  it('is as large as it is told', async () => {
    const shape = { bits: 1_003, hashes: 3 };
    const ours = new BloomFilter(shape);
    ours.addMany(firstIds(150));
    const plain = new PlainFilter(program, shape, { signal });
    try {
      await plain.fill(1, 150);
      expect((await plain.scan(1, 5_000)).count).toBe(ours.countRange(1, 5_000));
    } finally {
      plain.stop();
    }
  });

  it('takes over the bits of another filter', async () => {
    const ours = new BloomFilter(articleShape);
    ours.addMany(firstIds(200_000));
    const plain = new PlainFilter(program, articleShape, { signal });
    try {
      await plain.copy(ours);
      expect((await plain.scan(1, 10_000_000)).count).toBe(200_004);
    } finally {
      plain.stop();
    }
  });

  it('rejects what is asked of it when it has ended', async () => {
    const plain = new PlainFilter(program, articleShape, { signal });
    plain.stop();
    await expect(plain.ask(1)).rejects.toThrow('plain C++ has ended');
  });

  it('is the reference, and each ratio of its own is 1', async () => {
    const options = { members: 2_000, asked: 3_072, rounds: 1, seed: '1', signal, plain: program };
    const rows = (await measureVariants(options)).map(({ row }) => row);
    const own = rows.filter(({ contender }) => contender === plainName);
    expect(own.map(({ ratio, reference }) => [ratio, reference])).toEqual(
      Array.from({ length: 7 }, () => [1, plainName]),
    );
  });
});
