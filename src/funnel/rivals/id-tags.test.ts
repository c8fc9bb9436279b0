import { expect, test } from 'vitest';
import { IdTags, TaggedService, withTag } from './id-tags.ts';

const key = Uint8Array.from({ length: 32 }, (_, index) => index);
const tags = new IdTags(key);

test.each([
  [0, '0-3a8b1711'],
  [200_100, '200100-0f86eec3'],
  [2n ** 64n - 1n, '18446744073709551615-350af12a'],
] as const)('the tag of %s is that of Python’s hmac', (id, issued) => {
  expect(tags.issue(id)).toBe(issued);
  expect(tags.idOf(issued)).toBe(id);
});

test.each([
  '200100-0f86eec2',
  '200101-0f86eec3',
  '200100-0F86EEC3',
  '0200100-0f86eec3',
  '200100-0f86eec',
  ' 200100-0f86eec3',
  '200100-0f86eec3\n',
  '200100',
  '18446744073709551616-00000000',
  '',
  200_100,
  undefined,
])('%j is no token', (text) => {
  expect(tags.idOf(text)).toBeUndefined();
});

test('another key gives other tags', () => {
  expect(new IdTags(key.map((byte) => byte ^ 1)).idOf('200100-0f86eec3')).toBeUndefined();
});

test('only what was issued reaches the service', async () => {
  const asked: unknown[] = [];
  const service = new TaggedService(
    {
      async detail(id) {
        asked.push(id);
        return { outcome: 'db-miss' };
      },
    },
    tags,
  );
  expect(await service.detail(withTag(200_100, 0))).toEqual({ outcome: 'invalid' });
  expect(await service.detail(tags.issue(200_100))).toEqual({ outcome: 'db-miss' });
  expect(asked).toEqual([200_100]);
});
