// Ids as text, for schemes that hash strings.

/** The text of the key in hand, ASCII. The host may write it itself. */
export const TEXT: usize = memory.data(256);
/** What the second hash of a string appends to it. */
export const SALT: usize = memory.data(64);

/** Forms: 0 what the host wrote, 1 decimal, 2 `user:` and decimal, 3 base 36 of a fixed width. */
let form: u32 = 0;
let width: u32 = 0;
let length: u32 = 0;

export function setText(as: u32, characters: u32): void {
  form = as;
  width = characters;
}

/** Of a text that the host wrote. */
export function setTextLength(characters: u32): void {
  length = characters;
}

export function textLength(): u32 {
  return length;
}

/** Writes `digits` digits of `id` to `at`, the last ones where it has more. */
function writeDigits(at: usize, id: u64, digits: u32, base: u64): void {
  for (let i = digits; i > 0; i--) {
    const digit = <u32>(id % base);
    store<u8>(at + i - 1, <u8>(digit < 10 ? 48 + digit : 87 + digit));
    id /= base;
  }
}

function writeDecimal(at: usize, id: u64): u32 {
  let digits: u32 = 1;
  for (let rest = id / 10; rest > 0; rest /= 10) digits++;
  writeDigits(at, id, digits, 10);
  return digits;
}

export function writeText(id: u64): void {
  if (form == 1) length = writeDecimal(TEXT, id);
  if (form == 2) {
    // `user` as four little-endian bytes, and the colon.
    store<u32>(TEXT, 0x72657375);
    store<u8>(TEXT + 4, 58);
    length = 5 + writeDecimal(TEXT + 5, id);
  }
  if (form == 3) {
    writeDigits(TEXT, id, width, 36);
    length = width;
  }
}
