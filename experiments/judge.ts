import type { Service } from '../src/funnel/driver.ts';
import type { Answer } from '../src/funnel/funnel.ts';
import { noOutcomes } from '../src/funnel/outcomes.ts';

/** Stands between the driver and a service, and judges each answer by what the table holds. */
export class Judge implements Service {
  readonly outcomes = noOutcomes();
  /** Answers without a row for ids that have one. */
  wrong404s = 0;
  /** Answers with a row for ids that have none any more. */
  goneRows = 0;
  readonly #service: Service;
  readonly #isPresent: (id: number) => boolean;
  readonly #onAnswer: (answer: Answer) => void;

  constructor(
    service: Service,
    isPresent: (id: number) => boolean,
    onAnswer: (answer: Answer) => void = () => {},
  ) {
    this.#service = service;
    this.#isPresent = isPresent;
    this.#onAnswer = onAnswer;
  }

  async detail(id: unknown): Promise<Answer> {
    const answer = await this.#service.detail(id);
    this.outcomes[answer.outcome]++;
    const isPresent = this.#isPresent(Number(id));
    if (isPresent && answer.sku === undefined) this.wrong404s++;
    if (!isPresent && answer.sku !== undefined) this.goneRows++;
    this.#onAnswer(answer);
    return answer;
  }
}
