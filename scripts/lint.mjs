// `npm run lint`: every check, also after one has failed, and a last line that counts them.
import { spawnSync } from 'node:child_process';

const checks = [
  ['biome', 'check', '--error-on-warnings'],
  ['tsc', '--noEmit', '--project', '.'],
  ['tsc', '--noEmit', '--project', 'assembly'],
  ['tsc', '--project', 'scripts'],
  ['knip'],
];

let failed = 0;
for (const [command = '', ...args] of checks) {
  console.log(`> ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 1] });
  if (status !== 0) failed++;
}
console.log(`lint: ${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
