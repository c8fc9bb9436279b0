import type { Service } from '../../src/funnel/driver.ts';
import type { Answer } from '../../src/funnel/funnel.ts';
import { noOutcomes } from '../../src/funnel/outcomes.ts';
import { nullPlaceholder } from '../../src/systems/null-cache.ts';

/** Stands between the driver and a system, and judges each answer by what the table holds. */
export class Judge implements Service {
  readonly outcomes = noOutcomes();
  /** Answers without a row for ids that have one. */
  wrong404s = 0;
  /** Answers for absent ids that gave the caller something that is not null. */
  marksHandedOut = 0;
  readonly #service: Service;
  readonly #isPresent: (id: number) => boolean;

  constructor(service: Service, isPresent: (id: number) => boolean) {
    this.#service = service;
    this.#isPresent = isPresent;
  }

  async detail(id: unknown): Promise<Answer> {
    const answer = await this.#service.detail(id);
    this.outcomes[answer.outcome]++;
    if (answer.sku === undefined && this.#isPresent(Number(id))) this.wrong404s++;
    if ('given' in answer && answer.given === nullPlaceholder) this.marksHandedOut++;
    return answer;
  }
}
