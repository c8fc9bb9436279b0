import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ExitCode, LabError } from '../errors.ts';
import { type CellJob, ThreadPool } from './cell-pool.ts';
import { cellRandom } from './cell-random.ts';
import { pureToy } from './pure-toys.test.fixture.ts';
import { toyRows, toyStage } from './toy.test.fixture.ts';

const toyThread = pathToFileURL('dist/src/lab/toy-thread.test.fixture.js');

function startPool(entry = toyThread): ThreadPool {
  const pool = new ThreadPool(entry, 2);
  onTestFinished(() => pool.close());
  return pool;
}

function job(experimentId: string, n: number, changes: object = {}): CellJob {
  const parameters = { ...pureToy.presets.quick, ...changes };
  return { seed: '7', experimentId, parameters, cellKey: `size/${n}` };
}

const ignore = () => {};

test('a cell gives in a thread the rows that it gives in the process', async () => {
  const pool = startPool();
  const lines: string[] = [];
  const [first, second] = await Promise.all(
    [1, 2].map((n) => pool.run(job('pure', n), (line) => lines.push(line))),
  );
  const here = {
    seed: '7',
    random: cellRandom('7', 'pure', 'size/2'),
    now: () => 0n,
    stage: toyStage(),
    signal: new AbortController().signal,
    log: ignore,
  };
  const cell = { key: 'size/2', seconds: 2, n: 2 };
  expect(second).toEqual(toyRows(cell, here, pureToy.presets.quick));
  expect(first).not.toEqual(second);
  expect(lines.toSorted()).toEqual(['size/1 begins', 'size/2 begins']);
  // In a thread that has done a cell before.
  expect(await pool.run(job('pure', 2), ignore)).toEqual(second);
});

test('cells run at the same time', async () => {
  const pool = startPool();
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const met = await Promise.all(
    [1, 2].map((n) => pool.run(job('meeting', n, { counter }), ignore)),
  );
  expect(met.map((results) => results.length)).toEqual([2, 2]);
});

test('an error of a cell arrives with its message, its stack and its exit code', async () => {
  const pool = startPool();
  const fault = await pool.run(job('failing', 2, { label: 'x' }), ignore).catch((error) => error);
  expect(fault).not.toBeInstanceOf(LabError);
  expect(fault.message).toBe('out of ideas');
  expect(fault.stack).toContain('pure-toys.test.fixture');
  const refusal = await pool.run(job('failing', 2, { label: 'user' }), ignore).catch((e) => e);
  expect(refusal).toBeInstanceOf(LabError);
  expect(refusal).toMatchObject({ message: 'n is 2', exitCode: ExitCode.usage });
});

test('closing ends a cell in the middle of an endless loop; the pool works again after', async () => {
  const pool = startPool();
  let begun = ignore;
  const looping = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const ended = expect(pool.run(job('endless', 2), begun)).rejects.toThrow('was ended');
  await looping;
  await pool.close();
  await ended;
  expect(await pool.run(job('endless', 1), ignore)).toHaveLength(2);
});

test('a thread that cannot load and a cell that is not known are errors', async () => {
  const nowhere = startPool(pathToFileURL('dist/nowhere.js'));
  await expect(nowhere.run(job('pure', 1), ignore)).rejects.toThrow('nowhere.js');
  await expect(startPool().run(job('pure', 9), ignore)).rejects.toThrow('no cell pure/size/9');
});
