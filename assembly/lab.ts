// The laboratory's module: what is measured beside the product's filter, and never a part of it.
// One instance is one stream of ids or one filter of a foreign scheme; the host copies blocks of
// ids between them.

export { BLOCK, IDS } from './lab/block';
export { fillCounter, fillRandom, keepBits, startCounter, startRandom } from './lab/streams';
