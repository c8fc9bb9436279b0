import type { Row } from '../../src/lab/experiment.ts';
import { writeBacks } from './plan.ts';
import { groups } from './ways.ts';

/** Rows as they are where everything ends as the design says. */
export function racesRows(): Row[] {
  return writeBacks.flatMap((writeBack) =>
    groups.flatMap(([group, ways]) =>
      ways
        .filter(({ only }) => only?.includes(writeBack) !== false)
        .map(({ race, remedy, steps, closedBy, until, sentinelTtlSeconds = 60 }): Row => {
          const wrong = !closedBy.includes(writeBack);
          return {
            ...{ group, race, remedy, steps, writeBack, outcome: 'sentinel-hit', lawsBroken: '' },
            sentinelTtlSeconds,
            design: wrong ? 'open' : 'closed',
            answerAfter: wrong ? '404' : '200 new',
            expectedAnswer: '200 new',
            wrong,
            wrongForSeconds: wrong ? (until === undefined ? 1.25 * sentinelTtlSeconds : null) : 0,
          };
        }),
    ),
  );
}
