import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { main } from 'assemblyscript/asc';
import { fillBlock } from '../filters/ids.ts';
import { createKernel } from '../filters/module.ts';
import { type Shape, sizeFor } from '../filters/sizing.ts';
import { type GateFilter, kernelPositions, type Subject } from './subject.ts';

/** A part of the module's source, and what stands there instead. */
export type Patch = readonly [file: string, before: string, after: string];

/** The package's filter with a fault in its module, which is compiled in memory. */
export async function brokenSubject(...patches: readonly Patch[]): Promise<Subject> {
  const module = new WebAssembly.Module(await compilePatched(patches));
  return {
    forCapacity: (n, p) => kernelFilter(sizeFor(n, p), module),
    hash: (id) => BigInt.asUintN(64, createKernel({ bits: 1, hashes: 1 }, module).calls.hash(id)),
    positions: (shape, ids) => kernelPositions(createKernel(shape, module), shape, ids),
  };
}

async function compilePatched(patches: readonly Patch[]): Promise<Uint8Array<ArrayBuffer>> {
  let binary: Uint8Array | undefined;
  const words = ['assembly/bloom.ts', '--outFile', 'broken.wasm', '--runtime', 'stub', '-O1'];
  const { error, stderr } = await main([...words, '--noAssert', '--enable', 'simd'], {
    readFile: (name, folder) => patchedSource(join(folder, name), patches),
    writeFile: (_, content) => {
      if (typeof content !== 'string') binary = content;
    },
    listFiles: () => [],
  });
  if (error !== null || binary === undefined) throw error ?? new Error(stderr.toString());
  return Uint8Array.from(binary);
}

function patchedSource(path: string, patches: readonly Patch[]): string | null {
  let source: string;
  try {
    source = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  for (const [file, before, after] of patches) {
    if (basename(path) !== file) continue;
    if (!source.includes(before)) throw new Error(`${file} has no ${before} to be replaced`);
    source = source.replaceAll(before, after);
  }
  return source;
}

/** What the gate needs of `BloomFilter`, over any module. */
function kernelFilter(shape: Shape, module: WebAssembly.Module): GateFilter {
  const kernel = createKernel(shape, module);
  const { calls, bytes, ids: block, answers } = kernel;
  return {
    ...shape,
    get bitsSet() {
      return Number(calls.bitsSet());
    },
    addMany: (ids) => {
      for (let start = 0; start < ids.length; start += block.length) {
        calls.addBlock(fillBlock(kernel, ids, start));
      }
    },
    hasMany: (ids, out) => {
      for (let start = 0; start < ids.length; start += block.length) {
        const count = fillBlock(kernel, ids, start);
        calls.hasBlock(count);
        out.set(answers.subarray(0, count), start);
      }
      return out;
    },
    countRange: (from, to) => Number(calls.countRange(BigInt(from), BigInt(to))),
    findRange: (from, to, limit) => {
      return [...block.subarray(0, calls.findRange(BigInt(from), BigInt(to), limit))];
    },
    toBytes: () => bytes,
  };
}
