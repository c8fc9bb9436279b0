import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const scripts = fileURLToPath(new URL('..', import.meta.url));

/**
 * Compilers that write down that they ran. The fake asc goes on only when there is no file
 * `hold`, and leaves its process id in `asc.pid`, so that a test can act in the middle of it.
 */
const fakes = {
  assemblyscript: [
    'asc',
    `fs.writeFileSync('asc.pid', String(process.pid));
     while (fs.existsSync('hold')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
     const [entry, , target] = process.argv.slice(2);
     fs.copyFileSync(entry, 'build/' + target + '.wasm');`,
  ],
  typescript: [
    'tsc',
    `fs.mkdirSync('dist/src', { recursive: true });
     for (const name of fs.readdirSync('src')) {
       const text = fs.readFileSync('src/' + name, 'utf8');
       if (text.includes('wrong')) { console.log(name + '(1,1): error'); process.exit(2); }
       fs.writeFileSync('dist/src/' + name.replace('.ts', '.js'), text);
     }`,
  ],
  esbuild: ['esbuild', `fs.writeFileSync(process.argv.at(-1).split('=')[1], '');`],
  'plotly.js-dist': ['none', ''],
};

/** A clone in miniature: our scripts, fake compilers as its packages, no network needed. */
export class Clone {
  root = join(mkdtempSync(join(tmpdir(), 'funnel-lab-setup-')), 'a clöne 副本');

  /** @param {Clone} [template] what to begin with a copy of, instead of a fresh clone */
  constructor(template) {
    if (template === undefined) this.#make();
    else cpSync(template.root, this.root, { recursive: true, verbatimSymlinks: true });
  }

  #make() {
    cpSync(scripts, join(this.root, 'scripts'), { recursive: true });
    const dependencies = Object.fromEntries(
      Object.keys(fakes).map((name) => [name, `file:fakes/${name}`]),
    );
    const manifest = { name: 'clone', version: '1.0.0', type: 'module', dependencies };
    /** @type {Record<string, object>} */
    const packages = { '': manifest };
    for (const [name, [command, body]] of Object.entries(fakes)) {
      const own = { name, version: '1.2.3', bin: { [String(command)]: 'run.cjs' } };
      const log = `fs.appendFileSync('calls', '${command} ');`;
      this.write(`fakes/${name}/package.json`, JSON.stringify(own));
      this.write(
        `fakes/${name}/run.cjs`,
        `#!/usr/bin/env node\nconst fs = require('node:fs');\n${log}\n${body}\n`,
      );
      packages[`fakes/${name}`] = own;
      packages[`node_modules/${name}`] = { resolved: `fakes/${name}`, link: true };
    }
    this.write('package.json', JSON.stringify(manifest));
    this.write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
    this.write('assembly/bloom.ts', 'one');
    this.write('assembly/lab.ts', 'two');
    this.write('src/first.ts', 'first');
    this.write('src/second.ts', 'second');
  }

  /**
   * @param {string} path
   * @param {string} text
   */
  write(path, text) {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  /** @param {string} path */
  read(path) {
    return this.has(path) ? readFileSync(join(this.root, path), 'utf8') : '';
  }

  /** @param {string} path */
  has(path) {
    return existsSync(join(this.root, path));
  }

  /** @param {string} path */
  remove(path) {
    rmSync(join(this.root, path), { recursive: true, force: true });
  }

  /** Which compilers ran since the last question. */
  calls() {
    const calls = this.read('calls').trim();
    this.remove('calls');
    return calls;
  }

  /**
   * Starts a set-up.
   *
   * @param {{ args?: string[], env?: Record<string, string> }} [options]
   */
  start({ args = [], env = {} } = {}) {
    const setup = join(this.root, 'scripts', 'setup.mjs');
    const child = spawn(process.execPath, [setup, ...args], { env: { ...process.env, ...env } });
    const seen = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => {
      seen.stdout += data;
    });
    child.stderr.on('data', (data) => {
      seen.stderr += data;
    });
    const done = new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, ...seen }));
    });
    return { child, seen, done };
  }

  /** @param {Parameters<Clone['start']>[0]} [options] */
  async run(options) {
    return this.start(options).done;
  }

  destroy() {
    rmSync(dirname(this.root), { recursive: true });
  }
}
