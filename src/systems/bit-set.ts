// Article S4 keeps its bits in a java.util.BitSet: 64-bit words, and setting a bit is a load, an OR
// and a store with nothing that keeps another thread out. Here the steps can be taken one by one.

const wordBits = 64;

/** Bits in shared memory, in words of 64. */
export type Words = BigInt64Array<SharedArrayBuffer>;

/** `bits` zeros, rounded up to whole words. */
export function sharedWords(bits: number): Words {
  const bytes = Math.ceil(bits / wordBits) * BigInt64Array.BYTES_PER_ELEMENT;
  return new BigInt64Array(new SharedArrayBuffer(bytes));
}

/** Whether a bit is set. */
export function hasBit(words: Words, bit: number): boolean {
  return (words[Math.floor(bit / wordBits)]! & maskOf(bit)) !== 0n;
}

/** Sets a bit as `BitSet.set` does; it can be held between its load and its store. */
export function* setInSteps(words: Words, bit: number): Generator<void, void, undefined> {
  const word = Math.floor(bit / wordBits);
  const loaded = words[word]!;
  yield;
  words[word] = loaded | maskOf(bit);
}

/** Sets a bit in one step that no thread can come between. */
export function setAtOnce(words: Words, bit: number): void {
  Atomics.or(words, Math.floor(bit / wordBits), maskOf(bit));
}

function maskOf(bit: number): bigint {
  return BigInt.asIntN(wordBits, 1n << BigInt(bit % wordBits));
}
