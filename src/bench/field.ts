import { type Contender, contender, plainContender, plainName, type Work } from './contender.ts';
import { type Interruptible, noCompiler } from './cpp.ts';
import { emptyCall } from './empty-call.ts';
import type { Comparison } from './expected.ts';
import {
  bareBitmapVariant,
  bigintVariant,
  bitmapVariant,
  limbVariant,
  setVariant,
} from './js-variants.ts';
import { ownVariants } from './own-variants.ts';
import { peers } from './peer-variants.ts';
import { PlainFilter } from './plain-program.ts';
import { firstIds, largestId } from './workloads.ts';

/** All that are compared. */
export interface Field {
  readonly contenders: readonly Contender[];
  /** What is not available here, and why. */
  readonly missing: readonly {
    readonly name: string;
    readonly operations: readonly Work['operation'][];
    readonly why: string;
  }[];
  /** The one that all are compared with. */
  readonly reference: string;
  /** Ends what runs in other processes. */
  close(): void;
}

/**
 * Everything that is compared, filled with the ids 1 … members.
 * @param program of `compilePlain`; without it 32-bit limbs are the reference, which the rows say
 */
export async function openField(
  comparison: Comparison & { readonly capacity: number },
  program: string | undefined,
  context: Interruptible,
): Promise<Field> {
  const { shape } = comparison;
  const members = firstIds(comparison.members);
  const limbs = limbVariant(shape, members);
  const variants = [
    ...ownVariants(shape, members),
    limbs,
    bigintVariant(shape, members),
    setVariant(members),
    bitmapVariant(members),
    bareBitmapVariant(members, largestId),
    emptyCall(),
  ];
  const others = await peers({ ...comparison, members });
  for (const peer of others) if ('variant' in peer) variants.push(peer.variant);
  const contenders = variants.map(contender);
  const missing = others.flatMap((peer): Field['missing'] =>
    'why' in peer ? [{ ...peer, operations: ['ask', 'build'] }] : [],
  );
  if (program === undefined) {
    const operations = ['ask', 'build', 'scan'] as const;
    const plain = { name: plainName, operations, why: noCompiler };
    return { contenders, missing: [plain, ...missing], reference: limbs.name, close: () => {} };
  }
  const filter = new PlainFilter(program, shape, context);
  await filter.fill(1, comparison.members);
  return {
    contenders: [plainContender(filter, shape), ...contenders],
    missing,
    reference: plainName,
    close: () => filter.stop(),
  };
}
