import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Gate, OverloadedError } from './gate.ts';
import { latch } from './interleave.ts';

describe('Gate', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs no more tasks at once than it has places, in the order of arrival', async () => {
    const gate = new Gate({ places: 2, queueLimit: 10, waitMs: 100 });
    const started: number[] = [];
    const ends = [0, 1, 2, 3].map(() => latch());
    const tasks = ends.map((end, index) =>
      gate.run(() => {
        started.push(index);
        return end.reached;
      }),
    );
    expect(started).toEqual([0, 1]);
    ends[1]!.reach();
    await tasks[1];
    expect(started).toEqual([0, 1, 2]);
    ends[0]!.reach();
    await tasks[0];
    expect(started).toEqual([0, 1, 2, 3]);
    ends[2]!.reach();
    ends[3]!.reach();
    await Promise.all(tasks);
  });

  it('refuses at once when the queue is full', async () => {
    const gate = new Gate({ places: 1, queueLimit: 1, waitMs: 100 });
    const end = latch();
    const running = gate.run(() => end.reached);
    const waiting = gate.run(async () => 'waited');
    await expect(gate.run(async () => 'never')).rejects.toThrow(OverloadedError);
    end.reach();
    await running;
    expect(await waiting).toBe('waited');
  });

  it('refuses after the longest wait, does not run the task and keeps its places', async () => {
    const gate = new Gate({ places: 1, queueLimit: 10, waitMs: 100 });
    const end = latch();
    const running = gate.run(() => end.reached);
    const task = vi.fn(async () => undefined);
    const refused = expect(gate.run(task)).rejects.toThrow('within 100 ms');
    await vi.advanceTimersByTimeAsync(100);
    await refused;
    expect(task).not.toHaveBeenCalled();
    end.reach();
    await running;
    expect(await gate.run(async () => 'free')).toBe('free');
  });

  it('frees its place when a task fails', async () => {
    const gate = new Gate({ places: 1, queueLimit: 0, waitMs: 100 });
    await expect(gate.run(() => Promise.reject(new Error('query')))).rejects.toThrow('query');
    expect(await gate.run(async () => 'free')).toBe('free');
  });
});
