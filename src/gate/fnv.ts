/**
 * FNV-1a with 64 bits over `bytes`, as sixteen hexadecimal digits. In two halves of 32 bits, since
 * BigInt takes a hundred times as long. The prime is 2^40 + 0x1b3, so a product is a shift by 40
 * and a product with 0x1b3, which a double holds.
 */
export function fnv1a64(bytes: Uint8Array): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + low * 0x100) % 2 ** 32;
    low = product >>> 0;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}
