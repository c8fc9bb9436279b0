import type { Work } from './events.ts';

/**
 * Seconds of expectation that count as done at their word: a first cell that was expected to take
 * milliseconds must not scale all the others.
 */
const trustedSeconds = 10;

/**
 * How far a run is, and how long it will take: what its cells expect, scaled by those done. All
 * seconds are those of the clock: of cells done beside each other each has its part of them.
 */
export class Pace {
  readonly cells: number;
  #cellsDone = 0;
  #expectedSecondsLeft: number;
  #expectedSecondsDone = 0;
  #takenSeconds = 0;

  constructor(work: Work) {
    this.cells = work.cells;
    this.#expectedSecondsLeft = work.seconds;
  }

  /** Cells done, or dropped with an experiment that failed. */
  get cellsDone(): number {
    return this.#cellsDone;
  }

  cellDone(expectedSeconds: number, takenSeconds: number): void {
    this.drop({ cells: 1, seconds: expectedSeconds });
    this.#expectedSecondsDone += expectedSeconds;
    this.#takenSeconds += takenSeconds;
  }

  /** Cells that will not be done, because their experiment has failed. */
  drop(work: Work): void {
    this.#cellsDone += work.cells;
    this.#expectedSecondsLeft -= work.seconds;
  }

  /** Seconds left when the cells at hand have been running for `elapsedSeconds`. */
  secondsLeft(elapsedSeconds: number): number {
    const scale =
      (this.#takenSeconds + trustedSeconds) / (this.#expectedSecondsDone + trustedSeconds);
    return Math.max(0, this.#expectedSecondsLeft * scale - elapsedSeconds);
  }
}
