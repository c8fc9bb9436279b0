import { expect } from 'vitest';
import type { Chart } from '../src/lab/chart.ts';

/** Every chart has points, and each of them a number. */
export function expectFinitePoints(charts: readonly Chart[]): void {
  for (const { id, series } of charts) {
    const points = series.flatMap((one) => one.points);
    expect(points.length, id).toBeGreaterThan(0);
    expect(
      points.every(({ y }) => Number.isFinite(y)),
      id,
    ).toBe(true);
  }
}
