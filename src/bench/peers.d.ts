/** It brings no types; this much of it is used. */
declare module 'bloomfilter' {
  export class BloomFilter {
    constructor(bits: number, hashes: number);
    readonly buckets: Uint32Array;
    add(text: string): void;
    test(text: string): boolean;
  }
}
