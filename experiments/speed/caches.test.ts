import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../src/lab/temporary-folder.test.fixture.ts';
import { readCaches } from './caches.ts';

test('reads the data caches as Linux lays them out', () => {
  const folder = temporaryFolder();
  const caches = [
    ['1', 'Data', '48K'],
    ['1', 'Instruction', '32K'],
    ['2', 'Unified', '1024K'],
    ['3', 'Unified', '32M'],
  ];
  for (const [index, [level, type, size]] of caches.entries()) {
    const cache = join(folder, `index${index}`);
    mkdirSync(cache);
    for (const [file, text] of Object.entries({ level, type, size })) {
      writeFileSync(join(cache, file), `${text}\n`);
    }
  }
  writeFileSync(join(folder, 'uevent'), '');
  expect(readCaches(folder)).toEqual({
    l1Bytes: 49_152,
    l2Bytes: 1_048_576,
    l3Bytes: 33_554_432,
  });
});

test('tells none where there are none to read', () => {
  const none = { l1Bytes: null, l2Bytes: null, l3Bytes: null };
  expect(readCaches(join(temporaryFolder(), 'nowhere'))).toEqual(none);
});
