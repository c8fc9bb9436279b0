import { describe, expect, it } from 'vitest';
import { Flights } from './flights.ts';
import { latch } from './interleave.ts';

describe('Flights', () => {
  it('lets requests for one id share one load and counts all but the first as joined', async () => {
    const flights = new Flights<string>({ enabled: true });
    const end = latch();
    let loads = 0;
    const load = async () => {
      loads++;
      await end.reached;
      return 'row';
    };
    const landed = [1, 2, 3].map(() => flights.fly('7', load));
    end.reach();
    expect((await Promise.all(landed)).map(({ joined }) => joined)).toEqual([false, true, true]);
    expect(loads).toBe(1);
    expect(await flights.fly('7', load)).toEqual({ value: 'row', joined: false });
  });

  it('does not join loads of different ids, nor any when it is off', async () => {
    const on = new Flights<number>({ enabled: true });
    const off = new Flights<number>({ enabled: false });
    let loads = 0;
    const load = async () => ++loads;
    await Promise.all([on.fly('1', load), on.fly('2', load)]);
    await Promise.all([off.fly('1', load), off.fly('1', load)]);
    expect(loads).toBe(4);
  });

  it('fails all who joined a failed load and no one after', async () => {
    const flights = new Flights<string>({ enabled: true });
    const fail = () => Promise.reject(new Error('query failed'));
    const first = flights.fly('7', fail);
    const joined = flights.fly('7', async () => 'never');
    await expect(first).rejects.toThrow('query failed');
    await expect(joined).rejects.toThrow('query failed');
    expect((await flights.fly('7', async () => 'fresh')).value).toBe('fresh');
  });

  it('lets no one join a forgotten load, and its end leaves the newer one in place', async () => {
    const flights = new Flights<string>({ enabled: true });
    const [oldEnd, newEnd] = [latch(), latch()];
    const old = flights.fly('7', () => oldEnd.reached.then(() => 'old'));
    flights.forget('7');
    const fresh = flights.fly('7', () => newEnd.reached.then(() => 'new'));
    oldEnd.reach();
    expect((await old).value).toBe('old');
    const late = flights.fly('7', async () => 'a third load');
    newEnd.reach();
    expect((await fresh).value).toBe('new');
    expect(await late).toEqual({ value: 'new', joined: true });
  });
});
