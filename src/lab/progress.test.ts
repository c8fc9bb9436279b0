import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunEvent } from './events.ts';
import { clockTime, Progress } from './progress.ts';
import { blankRecord } from './runner.ts';
import { toy } from './toy.test.fixture.ts';

const record = { ...blankRecord({ experiment: toy(), parameters: {}, cells: [] }), rows: 6 };
const ended: RunEvent = { type: 'experiment-ended', record: { ...record, status: 'done' } };
const wipe = '\r\x1b[2K';

let clockNs = 0n;

beforeEach(() => {
  vi.useFakeTimers();
  clockNs = 0n;
});

afterEach(() => {
  vi.useRealTimers();
});

/** A screen that keeps what is written, and the progress that writes on it. */
function screen(output: { isTTY?: boolean; columns?: number }, env: NodeJS.ProcessEnv = {}) {
  const state = { text: '' };
  const write = (text: string) => {
    state.text += text;
  };
  const progress = new Progress({ output: { ...output, write }, env, now: () => clockNs });
  const show = (...events: readonly RunEvent[]): string => {
    state.text = '';
    events.forEach(progress.onEvent);
    return state.text;
  };
  return { progress, show, state };
}

const begin: readonly RunEvent[] = [
  { type: 'run-started', work: { cells: 4, seconds: 100 } },
  { type: 'experiment-started', title: 'A toy', work: { cells: 3, seconds: 60 }, cellsKept: 1 },
];
const first: RunEvent = { type: 'cell-started', name: 'toy/a', expectedSeconds: 10, lanes: 1 };
const firstDone: RunEvent = { type: 'cell-done', name: 'toy/a', seconds: 20 };

test('elsewhere than on a terminal each cell is a line, without escapes', () => {
  const { show } = screen({});
  expect(show(...begin)).toBe('A toy (3 cells, 1 kept, about 1:00)\n');
  // 90 expected seconds are left; the first ten took twice as long, which weighs as much as the
  // ten that are trusted: half as long again.
  expect(show(first, firstDone)).toBe('toy/a done in 20.0 s (1/4, about 2:15 left)\n');
  expect(show({ type: 'log', line: 'hello' })).toBe('hello\n');
  expect(show(ended)).toBe('toy done: 6 rows in 0.0 s\n');
});

test.each([[{ CI: 'true' }], [{ TERM: 'dumb' }]])('so it is on a terminal with %o', (env) => {
  const { show } = screen({ isTTY: true }, { ...env, NO_COLOR: '1' });
  show(...begin);
  expect(show(first, firstDone)).toBe('toy/a done in 20.0 s (1/4, about 2:15 left)\n');
});

test('on a terminal one line with a bar is drawn again, and logs stand above it', () => {
  const { show, state, progress } = screen({ isTTY: true, columns: 60 }, { NO_COLOR: '1' });
  show(...begin);
  const empty = '░'.repeat(24);
  expect(show(first)).toBe(`${empty} 0/4, about 1:40 left  toy/a`);
  state.text = '';
  clockNs += 30_000_000_000n;
  vi.advanceTimersByTime(1_000);
  expect(state.text).toBe(`${wipe}${empty} 0/4, about 1:10 left  toy/a`);
  expect(show({ type: 'log', line: 'hello' })).toBe(
    `${wipe}hello\n${empty} 0/4, about 1:10 left  toy/a`,
  );
  const long = 'toy/'.padEnd(100, 'x');
  const drawn = show(firstDone, {
    type: 'cell-started',
    name: long,
    expectedSeconds: 10,
    lanes: 1,
  });
  expect(drawn).toContain(`${'█'.repeat(6)}${'░'.repeat(18)} 1/4, about 2:15 left`);
  expect(drawn.replaceAll(wipe, '')).toHaveLength(59);
  show();
  progress.close();
  expect(state.text).toBe(wipe);
  vi.advanceTimersByTime(5_000);
  expect(state.text).toBe(wipe);
});

test('of cells that run beside each other each takes its part of the clock', () => {
  const { show } = screen({ isTTY: true, columns: 100 }, { NO_COLOR: '1' });
  show({ type: 'run-started', work: { cells: 3, seconds: 30 } });
  const begun = ['a', 'b'].map(
    (name) => ({ type: 'cell-started', name, expectedSeconds: 20, lanes: 2 }) as const,
  );
  expect(show(...begun)).toContain('0/3, about 0:30 left  a and 1 more');
  clockNs += 4_000_000_000n;
  // Two cells have worked for 4 s each, which is 4 s of the 30 on the clock.
  expect(show({ type: 'log', line: '' })).toContain('0/3, about 0:26 left');
  // What was thought to take 10 s on the clock took 20, which weighs as much as the ten that are
  // trusted; so 30 are left, less b's half of 4.
  expect(show({ type: 'cell-done', name: 'a', seconds: 40 })).toContain('1/3, about 0:28 left  b');
});

test('the cells of an experiment that failed count as gone', () => {
  const { show } = screen({});
  show(...begin, first, firstDone, ended);
  const last: readonly RunEvent[] = [
    { type: 'experiment-started', title: 'B', work: { cells: 1, seconds: 40 }, cellsKept: 0 },
    { type: 'cell-started', name: 'b/a', expectedSeconds: 40, lanes: 1 },
    { type: 'cell-done', name: 'b/a', seconds: 80 },
  ];
  expect(show(...last)).toContain('b/a done in 80.0 s (4/4, about 0:00 left)');
});

test.each([
  [{}, {}, false],
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: true }, { NO_COLOR: '' }, true],
  [{ isTTY: true }, { TERM: 'dumb' }, false],
  [{}, { FORCE_COLOR: '1' }, true],
  [{}, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  [{ isTTY: true }, { FORCE_COLOR: '0' }, false],
])('on %o with %o colour is %s', (output, env, coloured) => {
  expect(
    screen(output, env)
      .show(...begin)
      .includes('\x1b[1m'),
  ).toBe(coloured);
});

test('remaining time reads as a clock does', () => {
  expect([0, 0.2, 59.5, 65, 3600, 7325].map(clockTime)).toEqual([
    '0:00',
    '0:01',
    '1:00',
    '1:05',
    '1:00:00',
    '2:02:05',
  ]);
});
