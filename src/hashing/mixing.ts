import { instantiateLab, type LabModule } from './module.ts';
import { codesOf, type Scheme } from './schemes.ts';
import { forEachBlock, type IdStream } from './streams.ts';

/**
 * How often flipping bit i of an id flipped bit o of its first hash, over the next `count` ids:
 * entry 64·i + o of 4096. A good mixer flips each in half of the cases (avalanche). The scheme
 * must hash ids inside WASM.
 */
export function bitFlips(scheme: Scheme, ids: IdStream, count: number): Uint32Array {
  const lab = labFor(scheme);
  blocks(lab, ids, count, (keys) => lab.calls.countFlips(keys));
  return lab.flips;
}

/** How the first hashes of the next `count` ids fall into the 1024 values of bits shift … shift+9. */
export function hashBuckets(scheme: Scheme, ids: IdStream, count: number, shift: number) {
  const lab = labFor(scheme);
  blocks(lab, ids, count, (keys) => lab.calls.countBuckets(keys, shift));
  return lab.buckets;
}

function labFor(scheme: Scheme): LabModule {
  const lab = instantiateLab();
  const { hash, rule } = codesOf(scheme);
  lab.calls.setScheme(1n, hash, rule);
  return lab;
}

function blocks(lab: LabModule, ids: IdStream, count: number, use: (keys: number) => void): void {
  forEachBlock(ids, count, (keys) => use(keys.length), lab.ids);
}
