import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './errors.mjs';
import { filesIn, hashOf, Stamp } from './stamp.mjs';

/** The steps after the packages; each writes below build/ or dist/. */
export const buildSteps = [
  wasmStep('bloom'),
  wasmStep('bloom-shared', 'bloom'),
  wasmStep('lab'),
  buildStep({
    name: 'dist',
    line: 'compiling the TypeScript (tsc)',
    inputs: ['src', 'experiments', 'tsconfig.json'],
    command: () => ['tsc', '--project', '.'],
    outputs: withoutStale,
  }),
  buildStep({
    name: 'plotly',
    line: 'minifying plotly (esbuild)',
    inputs: [],
    command: (root) => [
      'esbuild',
      'node_modules/plotly.js-dist/plotly.js',
      '--minify',
      '--charset=utf8',
      '--log-level=warning',
      `--outfile=${plotlyFile(root)}`,
    ],
    outputs: (root) => [plotlyFile(root)],
  }),
];

/**
 * A step that is done again when its inputs or the lock file, and so perhaps a compiler, changed.
 *
 * @param {{
 *   name: string, line: string, inputs: string[],
 *   command(root: string): string[], outputs(root: string): string[],
 * }} recipe
 * @returns {import('./set-up.mjs').Step}
 */
function buildStep({ name, line, inputs, command, outputs }) {
  const all = [...inputs, 'package-lock.json'];
  return {
    line,
    isDone: (root) => new Stamp(root, name).isFresh(all),
    async perform({ root, run }) {
      const stamp = new Stamp(root, name);
      stamp.remove();
      const inputsHash = hashOf(root, all);
      const { status, output, log } = await run(command(root));
      if (status !== 0) {
        process.stderr.write(output);
        throw new SetupError(`${line} failed (exit ${status}); the log is ${log}`);
      }
      stamp.write(inputsHash, outputs(root));
    },
  };
}

/** One WASM module, made from `assembly/<source>.ts` by the target of its name. */
function wasmStep(/** @type {string} */ name, source = name) {
  return buildStep({
    name,
    line: `compiling the WASM module ${name} (asc)`,
    inputs: ['assembly', 'asconfig.json'],
    command: () => ['asc', `assembly/${source}.ts`, '--target', name],
    outputs: () => [`build/${name}.wasm`],
  });
}

/**
 * What tsc wrote to dist/. It never removes: what a deleted or renamed source left is taken out
 * here, so that nothing old can be imported or tested.
 *
 * @param {string} root
 */
function withoutStale(root) {
  const hasSource = (/** @type {string} */ path) => {
    const source = path.replace(/^dist\//, '').replace(/\.(js|d\.ts)$/, '.ts');
    return existsSync(join(root, source));
  };
  const files = filesIn(root, 'dist');
  for (const stale of files.filter((path) => !hasSource(path))) rmSync(join(root, stale));
  return files.filter(hasSource);
}

/** The report copies it from here; the version in its name keeps browsers from an old one. */
function plotlyFile(/** @type {string} */ root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return `build/plotly-${packages['node_modules/plotly.js-dist'].version}.min.js`;
}
