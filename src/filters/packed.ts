/** Small unsigned numbers of `width` bits each, one behind the other without a gap. */
export class PackedArray {
  readonly length: number;
  readonly #width: number;
  readonly #bytes: Uint8Array;

  /** @param width of a number in bits, 1 … 16 */
  constructor(length: number, width: number) {
    this.length = length;
    this.#width = width;
    this.#bytes = new Uint8Array(Math.ceil((length * width) / 8));
  }

  get(index: number): number {
    const start = index * this.#width;
    return (this.#window(Math.floor(start / 8)) >>> (start % 8)) & this.#mask;
  }

  /** @param value 0 … 2^width - 1 */
  set(index: number, value: number): void {
    const start = index * this.#width;
    const [byte, shift] = [Math.floor(start / 8), start % 8];
    const window = (this.#window(byte) & ~(this.#mask << shift)) | (value << shift);
    // Bytes beyond the end are not written.
    this.#bytes[byte] = window;
    this.#bytes[byte + 1] = window >>> 8;
    this.#bytes[byte + 2] = window >>> 16;
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  get #mask(): number {
    return 2 ** this.#width - 1;
  }

  /** Three bytes, which hold any number of up to 16 bits wherever it begins. */
  #window(byte: number): number {
    const bytes = this.#bytes;
    return bytes[byte]! | ((bytes[byte + 1] ?? 0) << 8) | ((bytes[byte + 2] ?? 0) << 16);
  }
}
