import { describe, expect, it } from 'vitest';
import { latch } from './interleave.ts';
import { Writers } from './writers.ts';

describe('Writers', () => {
  it('runs writers of one id one after the other, also after a failure', async () => {
    const writers = new Writers();
    const end = latch();
    const order: string[] = [];
    const first = writers.run('7', async () => {
      await end.reached;
      order.push('first');
      throw new Error('duplicate');
    });
    const second = writers.run('7', async () => order.push('second'));
    const other = writers.run('8', async () => order.push('other id'));
    await other;
    expect(order).toEqual(['other id']);
    end.reach();
    await expect(first).rejects.toThrow('duplicate');
    await second;
    expect(order).toEqual(['other id', 'first', 'second']);
  });

  it('lets one that comes late wait for those who wait already', async () => {
    const writers = new Writers();
    const end = latch();
    const order: string[] = [];
    const first = writers.run('7', async () => order.push('first'));
    const second = writers.run('7', async () => {
      await end.reached;
      order.push('second');
    });
    await first;
    const third = writers.run('7', async () => order.push('third'));
    end.reach();
    await Promise.all([second, third]);
    expect(order).toEqual(['first', 'second', 'third']);
  });
});
