import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { serverError } from '../errors.ts';
import type { BloomFilter } from '../filters/bloom.ts';
import type { Shape } from '../filters/sizing.ts';
import { compileCpp, type Interruptible } from './cpp.ts';
import { plainSource } from './plain-source.ts';

/** What the program counted, and how many nanoseconds an id it took. */
export interface PlainAnswer {
  readonly count: number;
  readonly ns: number;
}

/**
 * The program `plainSource` within `folder`; `undefined` where there is no compiler.
 * @throws LabError where there is one that does not work
 */
export async function compilePlain(
  folder: string,
  context: Interruptible,
): Promise<string | undefined> {
  const source = { name: 'plain', text: plainSource, flags: ['-O3', '-march=native'] };
  const compiled = await compileCpp(source, folder, context);
  if (compiled === undefined) return undefined;
  if ('refusal' in compiled) {
    const said = compiled.refusal || 'it does not say why';
    const remedy = 'repair it or take it off the PATH: without one there is no comparison with C++';
    throw serverError(`the compiler c++ does not compile plain C++: ${said}\n  ${remedy}`);
  }
  return compiled.program;
}

/**
 * One filter in plain C++, in a process of its own that is driven over a pipe and times itself.
 * It ends with `stop`, and with this process, for its input ends then. One question at a time.
 */
export class PlainFilter {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: Interface;
  readonly #ended: Promise<never>;

  constructor(program: string, { bits, hashes }: Shape, { signal }: Interruptible) {
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    this.#child = spawn(program, [`${bits}`, `${hashes}`], { signal, stdio: [...stdio] });
    this.#lines = createInterface(this.#child.stdout);
    this.#ended = new Promise((_, reject) => {
      const fail = (reason: unknown) => reject(new Error(`plain C++ has ended (${reason})`));
      this.#child.once('exit', (code, signal) => fail(signal ?? code)).once('error', fail);
      // What could not be written is told by the end of the process.
      this.#child.stdin.on('error', () => undefined);
    });
    this.#ended.catch(() => undefined);
  }

  /** Hands over the ids that are asked for and that a filter is built of. */
  async take(ids: Uint32Array): Promise<void> {
    const answer = this.#answer(`ids ${ids.length}`);
    this.#child.stdin.write(Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength));
    const { count } = await answer;
    if (count !== ids.length) throw new Error(`plain C++ took ${count} of ${ids.length} ids`);
  }

  /** How many of the ids pass; they are asked in `parts`, and the time is that of the fastest. */
  ask(parts: number): Promise<PlainAnswer> {
    return this.#answer(`ask ${parts}`);
  }

  /** Empties the filter and adds the ids, so many times: bits set, time of the fastest. */
  build(times: number): Promise<PlainAnswer> {
    return this.#answer(`build ${times}`);
  }

  /** Adds the ids of `from` … `to`. */
  fill(from: number, to: number): Promise<PlainAnswer> {
    return this.#answer(`fill ${from} ${to}`);
  }

  /** Takes the bits of a filter of the same shape, which is sooner done than adding its ids. */
  async copy(filter: BloomFilter): Promise<void> {
    const bits = filter.toBytes().subarray(-Math.ceil(filter.bits / 8));
    const answer = this.#answer(`bits ${bits.length}`);
    this.#child.stdin.write(bits);
    const { count } = await answer;
    if (count !== filter.bitsSet) throw new Error(`plain C++ took ${count} set bits`);
  }

  /** How many ids of `from` … `to` pass. */
  scan(from: number, to: number): Promise<PlainAnswer> {
    return this.#answer(`scan ${from} ${to}`);
  }

  stop(): void {
    this.#lines.close();
    this.#child.stdin.end();
    this.#child.kill();
  }

  async #answer(command: string): Promise<PlainAnswer> {
    const line = new Promise<string>((resolve) => this.#lines.once('line', resolve));
    this.#child.stdin.write(`${command}\n`);
    const [count, ns] = (await Promise.race([line, this.#ended])).split(' ').map(Number);
    return { count: count!, ns: ns! };
  }
}
