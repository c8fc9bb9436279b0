import type { Expectation } from '../../src/lab/experiment.ts';
export function systemsExpectations(): Expectation[] { return []; }
