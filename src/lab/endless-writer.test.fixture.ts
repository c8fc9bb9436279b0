import { RunFolder, readRun } from './run-store.ts';
import { toy } from './toy.test.fixture.ts';

// Goes on with the run in the folder of its first argument for ever: a cell of a hundred rows, then
// run.json with the count of cells as its seconds, then a dot on stdout.
const folder = RunFolder.resume(process.argv[2] ?? '');
const record = readRun(folder.path);
for (let cell = folder.takeUp('toy').size; ; cell++) {
  const rows = Array.from({ length: 100 }, (_, n) => ({
    row: { n, draw: cell, rate: 0, label: 'x'.repeat(500) },
  }));
  folder.append(toy(), { key: `cell/${cell}`, seconds: 0 }, rows);
  folder.save({ ...record, seconds: cell + 1 });
  process.stdout.write('.');
}
