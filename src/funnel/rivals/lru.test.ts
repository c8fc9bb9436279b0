import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lru } from './lru.ts';

test('the entry that was not used for the longest time is forgotten', () => {
  const lru = new Lru<string, number>(2);
  lru.set('a', 1);
  lru.set('b', 2);
  expect(lru.get('a')).toBe(1);
  lru.set('c', 3);
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3]);
});

test('it answers as a list that is kept in the order of use', () => {
  const step = fc.tuple(fc.constantFrom('get', 'set', 'delete'), fc.integer({ min: 0, max: 9 }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step), (capacity, steps) => {
      const lru = new Lru<number, number>(capacity);
      let used: number[] = [];
      for (const [what, key] of steps) {
        const known = used.includes(key);
        if (what === 'get') expect(lru.get(key)).toBe(known ? key : undefined);
        if (what === 'set') lru.set(key, key);
        if (what === 'delete') lru.delete(key);
        const stays = what === 'set' || (what === 'get' && known);
        used = [...used.filter((one) => one !== key), ...(stays ? [key] : [])].slice(-capacity);
        expect(lru.size).toBe(used.length);
      }
    }),
  );
});
