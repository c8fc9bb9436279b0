import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { compileCpp, noCompiler, runCpp } from '../../src/bench/cpp.ts';
import type { Lab, Result, Row } from '../../src/lab/experiment.ts';
import { makeTempDir } from '../../src/servers/temp-dir.ts';
import { medianInterval } from '../../src/stats/median.ts';
import { lockedQueries, stringHashes } from './programs.ts';

const rounds = 15;
const locks = ['none', 'std::shared_mutex', 'std::mutex'] as const;

/** Characters of the strings that are hashed: of a number, of a URL, of a document. */
const lengths = [8, 16, 24, 64, 256, 1_024];

/** What S3 says of locks and of hashes, in small programs; no figures without a compiler. */
export async function programsPass(lab: Lab): Promise<Result[]> {
  // Named after this process: should it be killed, the next one removes it.
  const folder = makeTempDir();
  try {
    const locked = await printed('locks', lockedQueries, [rounds], folder, lab);
    const hashed = await printed('hashes', stringHashes, [rounds, ...lengths], folder, lab);
    return [
      ...locks.map((lock, index) => lockRow(lock, index, locked)),
      ...lengths.map((length, index) => hashRow(length, index, hashed)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The numbers of each round; `undefined` where there is no compiler. */
async function printed(
  name: string,
  text: string,
  args: readonly number[],
  folder: string,
  lab: Lab,
): Promise<number[][] | undefined> {
  const flags = ['-std=c++17', '-O3', '-march=native', '-pthread'];
  const compiled = await compileCpp({ name, text, flags }, folder, lab);
  if (compiled === undefined) return undefined;
  if ('refusal' in compiled) throw new Error(`${name} do not compile: ${compiled.refusal}`);
  const numbers = (await runCpp(compiled.program, args.map(String), lab)).map(Number);
  const perRound = numbers.length / rounds;
  return Array.from({ length: rounds }, (_, round) =>
    numbers.slice(round * perRound, (round + 1) * perRound),
  );
}

function lockRow(lock: string, index: number, numbers: number[][] | undefined): Result {
  const cores = availableParallelism();
  const row = { pass: 'locks', lock, cores };
  return withNumbers(row, numbers, (all) => {
    const ns = medianInterval(all.map((round) => round[2 * index]!))!;
    const gain = medianInterval(all.map((round) => round[2 * index + 1]!))!;
    const times = { ns: ns.median, nsLow: ns.low, nsHigh: ns.high };
    return { ...times, ratio: gain.median, ratioLow: gain.low, ratioHigh: gain.high };
  });
}

function hashRow(length: number, index: number, numbers: number[][] | undefined): Result {
  return withNumbers({ pass: 'string hashes', length }, numbers, (all) => {
    const std = all.map((round) => round[2 * index]!);
    const murmur = all.map((round) => round[2 * index + 1]!);
    const ns = medianInterval(std)!;
    const ratio = medianInterval(murmur.map((value, round) => value / std[round]!))!;
    const times = { ns: ns.median, nsLow: ns.low, nsHigh: ns.high };
    return { ...times, ratio: ratio.median, ratioLow: ratio.low, ratioHigh: ratio.high };
  });
}

function withNumbers(
  row: Row,
  numbers: number[][] | undefined,
  times: (numbers: number[][]) => Row,
): Result {
  if (numbers !== undefined) return { row: { ...row, rounds, ...times(numbers) } };
  return { row: { ...row, ns: null }, reasons: { ns: noCompiler } };
}
