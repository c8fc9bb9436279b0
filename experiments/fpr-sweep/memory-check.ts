import { availableParallelism, totalmem } from 'node:os';
import { usageError } from '../../src/errors.ts';

/** A container may have less than the machine; 0 says that it has no limit. */
const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || totalmem());

const thisMachine = { threads: availableParallelism(), memoryBytes };

/**
 * Refuses a sweep before it begins when the filters that are under way at once, one a thread, would
 * take more than half of the machine's memory.
 * @throws LabError (usage) that names the filter and the limit.
 */
export function checkMemory(
  specs: readonly { readonly n: number; readonly p: number; readonly bits: number }[],
  { threads, memoryBytes } = thisMachine,
): void {
  const worst = specs.reduce((a, b) => (a.bits > b.bits ? a : b));
  const bytes = Math.ceil(worst.bits / 8) * threads;
  if (bytes <= memoryBytes / 2) return;
  throw usageError(
    `n, p: ${threads} filters at once for n = ${worst.n} at p = ${worst.p} take ${inGib(bytes)}, ` +
      `and a sweep at most half of the memory, ${inGib(memoryBytes / 2)}: make n smaller or p larger`,
  );
}

function inGib(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
