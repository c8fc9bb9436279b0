import { expect, test } from 'vitest';
import type { Axis } from '../lab/chart.ts';
import { place } from './points.ts';

const log: Axis = { title: 'rate', unit: '', scale: 'log' };
const linear: Axis = { ...log, scale: 'linear' };
const logLog = { x: log, y: log };

test('a value stands where it is', () => {
  expect(place({ x: 1e-3, y: 2e-3 }, logLog)).toEqual({ y: 2e-3, bound: false });
  expect(place({ x: 0, y: 0 }, { x: linear, y: linear })).toEqual({ y: 0, bound: false });
});

test('no hits on a logarithmic axis stand at the upper end of their interval', () => {
  const placed = place({ x: 1e-9, y: 0, low: 0, high: 3.7e-7 }, logLog);
  expect(placed).toEqual({ y: 3.7e-7, bound: true, remark: expect.stringContaining('upper end') });
});

test('a zero that is called a bound stands at the upper end of its interval on any axis', () => {
  const point = { x: 1, y: 0, high: 3.7e-7, bound: 'upper' } as const;
  expect(place(point, { x: linear, y: linear })).toMatchObject({ y: 3.7e-7, bound: true });
});

test('what is only a bound is marked on any axis', () => {
  const point = { x: 1, y: 3.7e-7, bound: 'upper' } as const;
  expect(place(point, logLog)).toMatchObject({ y: 3.7e-7, bound: true });
  expect(place(point, { x: linear, y: linear })).toMatchObject({ y: 3.7e-7, bound: true });
});

test.each([
  [{ x: 1, y: null, note: 'no probes' }, 'no probes'],
  [{ x: 1, y: null }, 'no value'],
  [{ x: 1, y: 0 }, '0 has no place on a logarithmic axis'],
  [{ x: 1, y: 0, low: 0, high: 0 }, '0 has no place on a logarithmic axis'],
  [{ x: 0, y: 1 }, '0 has no place on a logarithmic axis'],
  [{ x: 1, y: Number.NaN }, 'not a finite number'],
])('what cannot be drawn says why: %o', (point, remark) => {
  expect(place(point, logLog)).toEqual({ y: null, bound: false, remark });
});
