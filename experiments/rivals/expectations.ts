import type { Expectation } from '../../src/lab/experiment.ts';
export function rivalsExpectations(): Expectation[] {
  return [];
}
