import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find } from '../rows.ts';
import { verdict } from '../verdict.ts';

export function racesVerdicts(rows: readonly Row[]): Verdict[] {
  return [plainSetex(rows), tenMinutes(rows), addOnSave(rows)];
}

function plainSetex(rows: readonly Row[]): Verdict {
  const late = (writeBack: string, remedy: string) =>
    find(rows, { race: 'late sentinel', writeBack, remedy })!;
  const [plain, guarded] = [late('plain', 'written'), late('guarded', 'written')];
  const removed = late('guarded', 'removed');
  return verdict('S1-13', 'run', {
    word: wordOf(plain, guarded),
    measured:
      `forced between an insert’s SET and the request after it, a sentinel by plain SET leaves ` +
      `${inWords(plain)}; with NX it leaves ${inWords(guarded)}, and where the insert has ` +
      `removed the key in place of writing it, ${inWords(removed)}`,
    expected: 'conditional: plain SETEX covers a value that came meanwhile, NX does not',
  });
}

function tenMinutes(rows: readonly Row[]): Verdict {
  const after = (remedy: string) =>
    find(rows, { race: 'early sentinel', writeBack: 'guarded', remedy })!;
  const long = find(rows, { race: 'sentinel of 10 min', writeBack: 'guarded' })!;
  const escaped = after('written').wrong === false;
  return verdict('S1-19', 'run', {
    word: long.wrong === false ? 'refuted' : escaped ? 'conditional' : 'reproduced',
    measured:
      `a sentinel of ten minutes and jitter leaves, of a row inserted by SQL, ${inWords(long)} ` +
      `(TTL by Redis; it may be 600 … 900); one of 60 s ${inWords(after('SQL alone'))}; where the ` +
      `insert removes the key ${inWords(after('removed'))}, where it writes its entry ` +
      inWords(after('written')),
    expected: 'conditional: up to the TTL and its jitter; not at all where the insert writes',
  });
}

function addOnSave(rows: readonly Row[]): Verdict {
  const row = (race: string, remedy: string, writeBack = 'guarded') =>
    find(rows, { race, remedy, writeBack })!;
  const [between, plain] = ['guarded', 'plain'].map((writeBack) =>
    row('add, query, commit', 'not written', writeBack),
  );
  const written = row('add, query, commit', 'written');
  const after = row('commit, query, add', 'added late');
  const phantom = row('add, rollback', 'id stays');
  return verdict('S2-14', 'run', {
    word: wordOf(between!, written),
    measured:
      `a query between add and commit leaves ${inWords(between!)} (plain: ${inWords(plain!)}; ` +
      'null TTL 120 s and jitter), and where the row is written to the cache after the commit, ' +
      `${inWords(written)}; an add after the commit leaves ${inWords(after)}; after a rollback ` +
      `the id ${phantom.outcome === 'filter-reject' ? 'is refused' : 'costs a query'} and is ` +
      `answered ${phantom.answerAfter}`,
    expected: 'conditional: a null of up to 120 s and jitter hides the row; a rollback is harmless',
  });
}

/** By what is wrong as the article has it, and with the remedy. */
function wordOf(article: Row, remedied: Row): Verdict['verdict'] {
  if (article.wrong === false) return 'reproduced';
  return remedied.wrong === false ? 'conditional' : 'refuted';
}

function inWords({ answerAfter, wrong, wrongForSeconds, expectedAnswer }: Row): string {
  if (wrong === false) return `the right answer (${answerAfter})`;
  const seconds = wrongForSeconds === null ? '' : ` for ${wrongForSeconds} s`;
  return `${answerAfter}${seconds} where MySQL has ${expectedAnswer === '404' ? 'no row' : 'the row'}`;
}
