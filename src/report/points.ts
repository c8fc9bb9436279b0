import type { Chart, Point } from '../lab/chart.ts';

/** Where a point is drawn; `y` is null where it cannot be, and `remark` then says why. */
export interface Placed {
  readonly y: number | null;
  /** Drawn with the mark of an upper bound. */
  readonly bound: boolean;
  readonly remark?: string;
}

/**
 * A logarithmic axis has no place for 0: such a point stands at the upper end of its interval, as a
 * bound, or is told as not drawn. Nothing may vanish in silence.
 */
export function place(point: Point, chart: Pick<Chart, 'x' | 'y'>): Placed {
  const { x, y } = point;
  if (y === null) return missing(point.note ?? 'no value');
  if (!Number.isFinite(y)) return missing('not a finite number');
  if (chart.x.scale === 'log' && !(Number(x) > 0)) {
    return missing(`${x} has no place on a logarithmic axis`);
  }
  const log = chart.y.scale === 'log';
  if (y <= 0 && (log || point.bound === 'upper') && point.high !== undefined && point.high > 0) {
    return { y: point.high, bound: true, remark: 'drawn at the upper end of its interval' };
  }
  if (log && y <= 0) return missing(`${y} has no place on a logarithmic axis`);
  if (point.bound === 'upper') return { y, bound: true, remark: 'an upper bound' };
  return { y, bound: false };
}

function missing(remark: string): Placed {
  return { y: null, bound: false, remark };
}
