import { noCompiler } from '../../src/bench/cpp.ts';
import { type Scan, timeScan } from '../../src/bench/scan.ts';
import { withPlain } from '../../src/bench/with-plain.ts';
import type { Lab, Result } from '../../src/lab/experiment.ts';
import { articleMembers } from './known.ts';

/**
 * Times the scan up to `to` in plain C++ on one core and by our filter on two. Where there is no
 * C++ compiler, the row says so.
 */
export async function speedPass(to: number, lab: Lab): Promise<Result[]> {
  const { now, signal } = lab;
  const scan = await withPlain(lab, (plain) =>
    timeScan({ members: articleMembers, to, plain, now, signal }),
  );
  lab.log(speedLine(scan));
  return [speedRow(to, scan)];
}

function speedRow(to: number, { fp, threads, seconds, plainSeconds }: Scan): Result {
  const row = { pass: 'speed', from: articleMembers + 1, to, fp, threads, wasmSeconds: seconds };
  if (plainSeconds === undefined) {
    return {
      row: { ...row, cppSeconds: null, ratio: null },
      reasons: { cppSeconds: noCompiler, ratio: noCompiler },
    };
  }
  return { row: { ...row, cppSeconds: plainSeconds, ratio: seconds / plainSeconds } };
}

function speedLine({ threads, seconds, plainSeconds }: Scan): string {
  const ours = `the scan takes ${seconds.toFixed(2)} s on ${threads} cores`;
  if (plainSeconds === undefined) return `${ours}; plain C++: not available here`;
  const part = (seconds / plainSeconds).toFixed(2);
  return `${ours}, plain C++ ${plainSeconds.toFixed(2)} s on one: ${part} of it`;
}
