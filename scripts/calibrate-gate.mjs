// Measures the excess of double hashing over fill^k, which src/gate/excess.ts keeps as a table:
// about a minute for each k on one core. It needs a build (npm run build).
//
//   node scripts/calibrate-gate.mjs [k …]
import { measureExcess } from '../dist/src/gate/calibration.js';

const all = Array.from({ length: 13 }, (_, i) => i + 1);
const given = process.argv.slice(2).map(Number);

for (const hashes of given.length > 0 ? given : all) {
  // Both have all divisors that the steps between the probes can have.
  const bits = hashes <= 10 ? 10_080 : 27_720;
  const probes = hashes <= 6 ? 400_000 : 1_000_000;
  const measured = measureExcess({ bits, hashes, filters: 1000, probes, seed: '1' });
  const upper = Math.ceil(measured.mean + 4 * measured.standardError);
  console.log(JSON.stringify({ hashes, bits, ...measured, upper }));
}
