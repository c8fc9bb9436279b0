// The laboratory's module: what is measured beside the product's filter, and never a part of it.
// One instance is one stream of ids or one filter of a scheme; the host copies blocks of ids
// between them. Nothing here allocates or checks.

export { BLOCK, FIRSTS, IDS, SECONDS } from './lab/block';
export {
  addBlock,
  bitsAt,
  bitsSet,
  countBlock,
  countEach,
  EACH,
  positions,
  setHashes,
} from './lab/filter';
export { BUCKETS, countBuckets, countFlips, FLIPS } from './lab/mixing';
export { setSaltLength, setScheme, setSecret } from './lab/schemes';
export { fillCounter, fillRandom, keepBits, startCounter, startRandom } from './lab/streams';
export { SALT, setText, setTextLength, TEXT } from './lab/text';
