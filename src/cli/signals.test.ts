import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { abortOnSignals } from './signals.ts';

function watched() {
  const source = new EventEmitter();
  const controller = new AbortController();
  const ends: number[] = [];
  const clock = { ns: 0n };
  const now = () => clock.ns;
  abortOnSignals({ source, controller, now, endAtOnce: (code) => ends.push(code) });
  return { source, controller, ends, clock };
}

test('the first signal aborts in order, a later one ends at once with its own code', () => {
  const { source, controller, ends, clock } = watched();
  source.emit('SIGTERM');
  expect(controller.signal.reason).toMatchObject({ exitCode: 143 });
  expect(ends).toEqual([]);
  clock.ns += 501_000_000n;
  source.emit('SIGINT');
  expect(ends).toEqual([130]);
});

test('one Ctrl-C that npm passes on as a second signal is one', () => {
  const { source, controller, ends, clock } = watched();
  source.emit('SIGINT');
  clock.ns += 20_000_000n;
  source.emit('SIGINT');
  expect(controller.signal.reason).toMatchObject({ exitCode: 130 });
  expect(ends).toEqual([]);
});
