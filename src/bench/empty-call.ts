import { counted, paces, type Variant } from './variant.ts';

/**
 * (module (func (export "nothing") (param f64))): what no call into WASM can do without.
 * The sections of the binary format: types, functions, exports, code.
 */
const nothingModule = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x05, 0x01, 0x60, 0x01, 0x7c, 0x00],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x07, 0x0b, 0x01, 0x07, ...Buffer.from('nothing'), 0x00, 0x00],
  ...[0x0a, 0x04, 0x01, 0x02, 0x00, 0x0b],
);

/** A call into WASM that does nothing, for each of the ids; it finds none of them. */
export function emptyCall(): Variant {
  const module = new WebAssembly.Module(nothingModule);
  const { nothing } = new WebAssembly.Instance(module).exports as { nothing(id: number): void };
  return {
    ...{ name: 'empty WASM call', answers: 'nothing', bytes: null, pace: paces.fast },
    asker: (ids) =>
      counted(() => {
        for (let i = 0; i < ids.length; i++) nothing(ids[i]!);
        return 0;
      }),
  };
}
