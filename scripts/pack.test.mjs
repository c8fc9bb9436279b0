import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The package as others get it: packed, unpacked in another folder, its dependencies beside it.

const root = fileURLToPath(new URL('..', import.meta.url));
/** @type {string} */
let shop;
/** @type {string[]} */
let files;

/** @param {string[]} args */
const node = (...args) =>
  execFileSync(process.execPath, args, { cwd: shop, encoding: 'utf8', stdio: 'pipe' });

beforeAll(() => {
  shop = mkdtempSync(join(tmpdir(), 'a shop '));
  // Built by `pretest`; building again inside a test would pull the rug from under the others.
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', shop];
  const [packed] = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }));
  files = packed.files.map((/** @type {{ path: string }} */ { path }) => path);
  execFileSync('tar', ['-xzf', join(shop, packed.filename), '-C', shop]);
  mkdirSync(join(shop, 'node_modules'));
  renameSync(join(shop, 'package'), join(shop, 'node_modules', 'funnel-lab'));
  symlinkSync(join(root, 'node_modules'), join(shop, 'node_modules', 'funnel-lab', 'node_modules'));
});
afterAll(() => rmSync(shop, { recursive: true, force: true }));

describe('the packed package', () => {
  it('is imported from another folder and finds its WASM module', () => {
    const script = `
      import { BloomFilter, clopperPearson, Funnel, sizeFor } from 'funnel-lab';
      const filter = BloomFilter.forCapacity(500_000, 0.001);
      for (let id = 1; id <= 200_000; id++) filter.add(id);
      const { bits, hashes, bitsSet } = filter;
      console.log(JSON.stringify({ bits, hashes, bitsSet, kinds: [typeof clopperPearson, typeof Funnel, typeof sizeFor] }));`;
    expect(JSON.parse(node('--input-type=module', '-e', script))).toEqual({
      bits: 7_188_794,
      hashes: 10,
      bitsSet: 1_746_341,
      kinds: ['function', 'function', 'function'],
    });
  });

  it('has a command line that runs an experiment and writes its report', () => {
    const main = join(shop, 'node_modules', 'funnel-lab', 'dist', 'src', 'cli', 'main.js');
    const out = node(main, 'experiment', 'sizing', '--preset', 'smoke', '--json', '--out', shop);
    const { experiments, report } = JSON.parse(out);
    expect(experiments).toMatchObject([{ id: 'sizing', status: 'done' }]);
    expect(report.startsWith(shop)).toBe(true);
  });

  it('holds what it needs and no tests', () => {
    expect(files).toContain('scripts/guard.sh');
    expect(files).toContain('dist/src/index.d.ts');
    expect(files.filter((file) => file.includes('.test.'))).toEqual([]);
  });
});
