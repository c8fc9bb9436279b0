/** What is told to the user in words, without a stack, and ends the set-up. */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'SetupError';
    this.exitCode = exitCode;
  }
}

/** @param {string} line what is done or went wrong, for stderr */
export function say(line) {
  process.stderr.write(`setup: ${line}\n`);
}
