#!/usr/bin/env node
// Makes a fresh clone ready: installed packages, the compiled WASM module, dist/ and the minified
// plotly. The `pre…` scripts of package.json run it before every command, so it costs next to
// nothing when there is nothing to do. Everything it says goes to stderr: stdout is the command's.
//
//   node scripts/setup.mjs [--verbose]
//
// This file must load in any Node that knows modules, or the message about the version is never
// seen; what needs a newer one is imported after the check.
import { judgePlatform } from './setup/platform.mjs';

const { refusal, note } = judgePlatform(process);
if (refusal === undefined) {
  const { setUp } = await import('./setup/set-up.mjs');
  process.exitCode = await setUp({
    verbose: process.argv.includes('--verbose'),
    note,
  });
} else {
  console.error(`setup: ${refusal.message}`);
  process.exitCode = refusal.exitCode;
}
