import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * A stamp says from which inputs the outputs of a build step were made. It is removed before the
 * step and written after it, so outputs of an interrupted step have none.
 */
export class Stamp {
  #root;
  #file;

  /**
   * @param {string} root
   * @param {string} name
   */
  constructor(root, name) {
    this.#root = root;
    this.#file = join(root, 'build', `${name}.stamp.json`);
  }

  /**
   * Whether the outputs are there and were made from what the inputs are now.
   *
   * @param {string[]} inputs files and folders
   */
  isFresh(inputs) {
    let stamp;
    try {
      stamp = JSON.parse(readFileSync(this.#file, 'utf8'));
    } catch {
      return false;
    }
    const isThere = (/** @type {string} */ path) => existsSync(join(this.#root, path));
    return stamp.outputs.every(isThere) && stamp.inputs === hashOf(this.#root, inputs);
  }

  remove() {
    rmSync(this.#file, { force: true });
  }

  /**
   * @param {string} inputs their hash before the step began
   * @param {string[]} outputs files
   */
  write(inputs, outputs) {
    writeFileSync(`${this.#file}.next`, JSON.stringify({ inputs, outputs }));
    renameSync(`${this.#file}.next`, this.#file);
  }
}

/**
 * A hash of names and contents.
 *
 * @param {string} root
 * @param {string[]} inputs files and folders; one that is missing counts as empty
 */
export function hashOf(root, inputs) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesIn(root, input))) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path a file or a folder, relative to root
 * @returns {string[]} the file, or all files below, relative to root and in a fixed order
 */
export function filesIn(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  const names = readdirSync(join(root, path)).sort();
  return names.flatMap((name) => filesIn(root, `${path}/${name}`));
}
