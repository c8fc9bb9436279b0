import type { Point } from '../../src/lab/chart.ts';
import type { Row } from '../../src/lab/experiment.ts';
import { num } from '../rows.ts';

/** A point at the median of a time or a ratio, with its interval. */
export function point(row: Row, x: Point['x'], of: 'ns' | 'ratio' = 'ns'): Point {
  return { x, y: num(row, of), low: num(row, `${of}Low`), high: num(row, `${of}High`) };
}
