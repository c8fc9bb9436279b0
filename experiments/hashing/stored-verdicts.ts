import { s0Schemes } from '../../src/hashing/schemes.ts';
import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, sum, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';

/** What a filter needs beside its bits when it is stored, and what no filter is asked for. */
export function storedVerdicts(rows: readonly Row[]): Verdict[] {
  return [bareBits(rows), otherScheme(rows), attackers(rows)];
}

/** Files that differ from the one that was written. */
export function damagedFiles(rows: readonly Row[]): Row[] {
  return where(rows, { pass: 'stored' }).filter(
    ({ refused, text }) => refused !== undefined && text !== 'whole',
  );
}

function refusedOf(rows: readonly Row[]): string {
  return rows.map((row) => `${row.refused} of ${row.tried} ${row.text ?? row.shape}`).join(', ');
}

function bareBits(rows: readonly Row[]): Verdict {
  const half = find(rows, { pass: 'stored', text: 'second half zero' })!;
  return verdict('S3-52', 'census', {
    word: holdsOr(half.lost === 0),
    measured:
      `m, k and bits of which the second half never came load, and ${integer(num(half, 'lost'))} ` +
      `of ${integer(num(half, 'n'))} members are lost; with a header and a checksum are refused: ` +
      refusedOf(damagedFiles(rows)),
    expected: 'nearly all members lost; every damaged file refused',
  });
}

function otherScheme(rows: readonly Row[]): Verdict {
  const read = where(rows, { pass: 'stored', text: 'all bits' });
  const others = read.filter(({ scheme }) => scheme !== s0Schemes.s0.name);
  const list = others.map((row) => `${row.scheme} ${integer(num(row, 'lost'))}`);
  return verdict('S3-53', 'census', {
    word: holdsOr(sum(others, 'lost') === 0, 'conditional'),
    measured:
      'comparing m and k is not enough: S0’s bits under another scheme of the same m and k load, and of ' +
      `${integer(num(others[0]!, 'n'))} members are lost: ${list.join(', ')}`,
    expected: 'another hash loads silently and loses nearly all members',
  });
}

/** What the article names; its random mixtures are of letters or of digits. */
const named = ['negative', 'over-long', 'random letters and digits', 'random 64-bit numbers'];

function attackers(rows: readonly Row[]): Verdict {
  const all = where(rows, { pass: 'attackers' });
  const ofArticle = all.filter(({ shape }) => named.includes(String(shape)));
  const [tried, refused] = [sum(ofArticle, 'tried'), sum(ofArticle, 'refused')];
  return verdict('S4-02', 'run', {
    word: refused > 0 && refused < tried ? 'conditional' : holdsOr(refused === 0),
    measured: `the check of ids turns away before any filter: ${refusedOf(all)}`,
    expected: 'negative and over-long ids never get as far as the filter; random numbers all do',
  });
}
