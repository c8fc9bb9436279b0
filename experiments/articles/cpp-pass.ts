import { rm } from 'node:fs/promises';
import { compileCpp, noCompiler, runCpp } from '../../src/bench/cpp.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { makeTempDir } from '../../src/servers/temp-dir.ts';
import { medianInterval } from '../../src/stats/median.ts';
import type { Parameters } from './plan.ts';
import { constructedAtomics, measurements, resizedAtomics } from './programs.ts';

// What S3 needs, for its shared_mutex; more would ask for a newer compiler than there may be.
const standard = '-std=c++17';
const rounds = 15;

/** What the program does in two ways each round, the plain one first. */
const tasks = ['set a bit', 'test a bit', 'count all bits', 'count the ones of a word'] as const;

/** What a C++ compiler takes, and what its programs take; no rows where there is none. */
export async function cppPass(lab: Lab, { keys }: Parameters): Promise<Result[]> {
  // Named after this process: should it be killed, the next one removes it.
  const folder = makeTempDir();
  try {
    const resized = await checked('resized', resizedAtomics, folder, lab);
    const constructed = await checked('constructed', constructedAtomics, folder, lab);
    const printed = await measured(keys, folder, lab);
    return [resized, constructed, ...tableRows(keys, printed), ...taskRows(printed)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checked(name: string, text: string, folder: string, lab: Lab): Promise<Result> {
  const compiled = await compileCpp(
    { name, text, flags: [standard, '-fsyntax-only'] },
    folder,
    lab,
  );
  const row = { pass: 'compile', program: name };
  if (compiled === undefined) {
    return { row: { ...row, compiles: null }, reasons: { compiles: noCompiler } };
  }
  const refusal = 'refusal' in compiled ? compiled.refusal : '';
  return { row: { ...row, compiles: refusal === '', refusal } };
}

/** The numbers that the program prints; none where it cannot be compiled here. */
async function measured(keys: number, folder: string, lab: Lab): Promise<readonly number[]> {
  const source = { name: 'measurements', text: measurements, flags: [standard, '-O2'] };
  const compiled = await compileCpp(source, folder, lab);
  if (compiled === undefined) return [];
  if ('refusal' in compiled) {
    // A C library may lack malloc_usable_size, with which the tables are weighed.
    lab.log(`the measurements in C++ do not compile here: ${compiled.refusal}`);
    return [];
  }
  return (await runCpp(compiled.program, [`${keys}`, `${rounds}`], lab)).map(Number);
}

function tableRows(n: number, printed: readonly number[]): Result[] {
  const bytes = printed.slice(0, 2);
  return bytes.map((tableBytes, index) => ({
    row: {
      ...{ pass: 'table', language: 'C++', n, tableBytes },
      holds: index === 0 ? 'strings' : '32-bit numbers',
    },
  }));
}

function taskRows(printed: readonly number[]): Result[] {
  if (printed.length === 0) return [];
  const times = printed.slice(2);
  const column = (at: number) => times.filter((_, index) => index % (2 * tasks.length) === at);
  return tasks.map((task, index) => {
    const [plain, words] = [column(2 * index), column(2 * index + 1)];
    const ratio = medianInterval(plain.map((ns, round) => ns / words[round]!))!;
    return {
      row: {
        ...{ pass: 'words', task, rounds: plain.length },
        ...{ plainNs: medianInterval(plain)!.median, wordsNs: medianInterval(words)!.median },
        ...{ ratio: ratio.median, ratioLow: ratio.low, ratioHigh: ratio.high },
      },
    };
  });
}
