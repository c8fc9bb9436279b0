import type { Verdict } from '../../src/lab/experiment.ts';
export function systemsVerdicts(): Verdict[] { return []; }
