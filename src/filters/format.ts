import { crc32 } from 'node:zlib';
import { type LabError, usageError } from '../errors.ts';
import { checkShape, type Shape } from './sizing.ts';

/** What the bytes of a stored filter say beside its bits. */
export interface Header extends Shape {
  readonly bitsSet: number;
  /** Ids that the filter was sized for; `undefined` when it was made from bits and hashes. */
  readonly capacity: number | undefined;
}

// The layout, all numbers little-endian:
//
//    0  8 bytes  the text `funnelBF`
//    8  u16      version of the layout
//   10  u16      scheme: how an id becomes positions (1: splitmix64, stepped in 64 bits)
//   12  u32      hashes
//   16  u64      bits
//   24  u64      bits that are set
//   32  u64      capacity, 0 when unknown
//   40  u32      CRC-32 of all the rest: bytes 0 … 39, then the bits
//   44           bits: bit j is bit `j & 7` of byte `j >> 3`, ceil(m/8) bytes
const magic = Buffer.from('funnelBF', 'latin1');
const version = 1;
const scheme = 1;
const checksumAt = 40;
const headerBytes = 44;

/** The bytes of a filter with the given bits, as `decode` reads them. */
export function encode(header: Header, bits: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headerBytes + bits.length);
  const view = new DataView(bytes.buffer);
  bytes.set(magic);
  view.setUint16(8, version, true);
  view.setUint16(10, scheme, true);
  view.setUint32(12, header.hashes, true);
  view.setBigUint64(16, BigInt(header.bits), true);
  view.setBigUint64(24, BigInt(header.bitsSet), true);
  view.setBigUint64(32, BigInt(header.capacity ?? 0), true);
  bytes.set(bits, headerBytes);
  view.setUint32(checksumAt, checksum(bytes), true);
  return bytes;
}

/**
 * Takes the bytes of a filter apart; `bits` is a view of them.
 * @throws LabError that says which of these it is: another kind of file, another version or hash
 * scheme, an impossible shape, cut short, too long, or damaged.
 */
export function decode(bytes: Uint8Array): { header: Header; bits: Uint8Array } {
  if (bytes.length < headerBytes) {
    throw refused(
      `it is cut short: ${bytes.length} bytes, and the header alone has ${headerBytes}`,
    );
  }
  if (!magic.equals(bytes.subarray(0, magic.length))) {
    throw refused('it does not begin with the mark of a filter, funnelBF');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  expectEqual('version', view.getUint16(8, true), version);
  expectEqual('hash scheme', view.getUint16(10, true), scheme);
  const header = readHeader(view);
  const expectedBytes = headerBytes + Math.ceil(header.bits / 8);
  if (bytes.length !== expectedBytes) {
    const fault = bytes.length < expectedBytes ? 'cut short' : 'too long';
    const lengths = `${expectedBytes} bytes expected, ${bytes.length} found`;
    throw refused(`it is ${fault}: ${lengths} for ${header.bits} bits`);
  }
  if (checksum(bytes) !== view.getUint32(checksumAt, true)) {
    throw refused('it is damaged: the checksum differs');
  }
  return { header, bits: bytes.subarray(headerBytes) };
}

function readHeader(view: DataView): Header {
  const header = {
    hashes: view.getUint32(12, true),
    bits: Number(view.getBigUint64(16, true)),
    bitsSet: Number(view.getBigUint64(24, true)),
    capacity: Number(view.getBigUint64(32, true)) || undefined,
  };
  try {
    checkShape(header);
  } catch (cause) {
    throw refused(`its header is impossible: ${(cause as Error).message}`);
  }
  return header;
}

function checksum(bytes: Uint8Array): number {
  return crc32(bytes.subarray(headerBytes), crc32(bytes.subarray(0, checksumAt)));
}

function expectEqual(what: string, found: number, expected: number): void {
  if (found !== expected) throw refused(`it has ${what} ${found}, and ${expected} is expected`);
}

/** The error for a stored filter that is not loaded. */
export function refused(reason: string): LabError {
  return usageError(`the stored filter was not loaded: ${reason}`);
}
