import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { find, integer, num, percent, where } from '../rows.ts';
import { holdsOr, verdict } from '../verdict.ts';

export function lifecycleVerdicts(rows: readonly Row[]): Verdict[] {
  return [
    swapVerdict(rows),
    ...coldStartVerdicts(rows),
    insertedVerdict(rows),
    idempotentVerdict(rows),
    exactVerdict(rows),
    ...deletedVerdicts(rows),
    churnVerdict(rows),
  ];
}

const one = (rows: readonly Row[], values: Row) => find(rows, values)!;

function swapVerdict(rows: readonly Row[]): Verdict {
  const swap = one(rows, { pass: 'swap', way: 'swap' });
  const inPlace = one(rows, { pass: 'swap', way: 'in place' });
  const whole = swap.looksMixed === 0 && swap.presentRejected === 0;
  const refused = num(inPlace, 'presentRejected') / num(inPlace, 'presentLookedAt');
  return verdict('S0-28', 'census', {
    word: whole ? 'conditional' : 'refuted',
    measured:
      `one JavaScript thread, a reference is assigned: of ${swap.looks} looks, one after each ` +
      `page of a rebuild, ${swap.looksOld} saw the old filter, ${swap.looksNew} the new one and ` +
      `${swap.looksMixed} neither; of a filter that is emptied and filled in its place ` +
      `${inPlace.looksMixed} of ${inPlace.looks} did, and ${percent(refused)} of the looks at ` +
      'ids that are in both tables were refused. Condition: the new filter is whole before it is ' +
      'published, and readers on other threads need an atomic swap and a safe end of the old one',
    expected: 'true where the swap is atomic and nobody frees the old array under a reader',
  });
}

function coldStartVerdicts(rows: readonly Row[]): Verdict[] {
  const at = (posture: string, phase: string) => one(rows, { pass: 'cold start', posture, phase });
  const [open, closed] = [at('open', 'before the build'), at('closed', 'before the build')];
  const [openWindow, closedWindow] = [at('open', 'the window'), at('closed', 'the window')];
  const found = (row: Row) => `${row.presentFound} of ${row.presentAsked} present SKUs found`;
  return [
    verdict('S0-31', 'run', {
      word: holdsOr(
        open.presentFound === open.presentAsked && open.absentToMysql === open.absentAsked,
      ),
      measured:
        `before the build ${found(open)}, and ${open.absentToMysql} of ${open.absentAsked} ` +
        `absent ids reach MySQL; the window lasted ${milliseconds(openWindow, 'windowNs')} in ` +
        `this run, ${openWindow.buildQueries} queries`,
      expected: 'all present SKUs found, no absent id kept away',
    }),
    verdict('S2-11', 'run', {
      word: holdsOr(closed.presentFound === 0 && open.presentFound === open.presentAsked),
      measured:
        `asked while it is empty, ${found(closed)}, and ` +
        `${integer(num(closedWindow, 'windowWrong404'))} wrong 404s in a build of ` +
        `${milliseconds(closedWindow, 'windowNs')}; one that lets through ` +
        `until it is built: ${found(open)}`,
      expected: 'an empty filter that is asked refuses every SKU',
    }),
  ];
}

function insertedVerdict(rows: readonly Row[]): Verdict {
  const of = (how: string) => one(rows, { pass: 'inserted', how });
  const [bySql, sentinel] = [of('by SQL'), of('by SQL, a sentinel there')];
  const funnel = of('through the funnel');
  return verdict('S0-32', 'run', {
    word: holdsOr(bySql.outcomeAtOnce === 'filter-reject' && bySql.outcomeAfterBuild === 'db-hit'),
    measured:
      `inserted by SQL: ${bySql.outcomeAtOnce}, after a rebuild ${bySql.outcomeAfterBuild}, but ` +
      `${sentinel.outcomeAfterBuild} where a sentinel still stands; through the funnel, which ` +
      `adds the id before the commit: ${funnel.outcomeAtOnce} at once${otherProcess(rows)}`,
    expected: 'missing until the rebuild; at once where the insert tells the filter',
  });
}

function otherProcess(rows: readonly Row[]): string {
  const of = (situation: string) => find(rows, { pass: 'processes', situation });
  const [without, news] = [of('without news'), of('with news')];
  if (without === undefined || news === undefined) return '';
  return (
    `; through another process: ${without.foundAtOnce} of ${without.inserted} found at once, ` +
    `${without.foundLater} after a rebuild, ` +
    `and with news ${news.foundAtOnce} of ${news.inserted} at once`
  );
}

function idempotentVerdict(rows: readonly Row[]): Verdict {
  const checksum = (after: string) => one(rows, { pass: 'bits', after }).checksum;
  const [first, second] = [checksum('the first build'), checksum('a second build')];
  const again = checksum('its deletion and a build');
  const during = one(rows, { pass: 'inserted', how: 'through the funnel, during a build' });
  const kept = during.outcomeAtOnce === 'db-hit' && during.outcomeAfterBuild === 'db-hit';
  const same = first === second && first === again;
  return verdict('S0-33', 'run', {
    word: same && kept ? 'conditional' : 'refuted',
    measured:
      `bits after two builds ${same ? 'are' : 'are not'} the same (${first}, ${second}), and so ` +
      `after an insert and its deletion (${again}). Condition for "at any time": an insert ` +
      `during a build goes to both filters; then its row is a ${during.outcomeAtOnce} before the ` +
      `swap and a ${during.outcomeAfterBuild} after it`,
    expected: 'the same bits; an insert during a rebuild must reach both filters',
  });
}

function exactVerdict(rows: readonly Row[]): Verdict {
  const row = one(rows, { pass: 'bits', after: 'the first build' });
  const bySql = one(rows, { pass: 'inserted', how: 'by SQL' });
  return verdict('S0-42', 'census', {
    word: holdsOr(row.memberDenied === 0),
    measured:
      `of ${integer(num(row, 'added'))} ids of the table at the build ${row.memberDenied} are ` +
      `denied, of ${integer(num(row, 'absentScanned'))} others ${row.absentPassing} pass; a row ` +
      `that is inserted later by SQL is a ${bySql.outcomeAtOnce}`,
    expected: 'no member denied, a few others let through',
  });
}

function deletedVerdicts(rows: readonly Row[]): Verdict[] {
  const of = (defence: string) => one(rows, { pass: 'deleted', defence });
  const [none, bloom, both] = [of('none'), of('bloom'), of('both')];
  const passes = bloom.rejected === 0 && bloom.selects === bloom.asked;
  const once = both.selects === both.deleted;
  const later = `a rebuild makes the filter reject ${bloom.rejectedAfterBuild} of ${bloom.deleted}`;
  return [
    verdict('S1-09', 'run', {
      word: holdsOr(passes && once),
      measured:
        `${bloom.asked} requests for ${bloom.deleted} deleted ids: the filter rejects ` +
        `${bloom.rejected}, ${bloom.selects} reach MySQL; with sentinels ` +
        `${both.selects} do; ${later}`,
      expected: 'the filter lets them pass, a sentinel stops all but the first',
    }),
    verdict('S2-19', 'run', {
      word: holdsOr(passes),
      measured: `the filter rejects ${bloom.rejected} of ${bloom.asked} requests; ${later}`,
      expected: 'all pass until a rebuild',
    }),
    verdict('S4-03', 'run', {
      word: holdsOr(none.selects === none.asked),
      measured:
        `${none.selects} of ${none.asked} requests for deleted ids reach MySQL without a ` +
        `defence, ${both.selects} with filter and sentinels`,
      expected: 'every one without a defence',
    }),
  ];
}

/** The article gives no rate of closures, so nothing can settle it; what they cost is shown. */
function churnVerdict(rows: readonly Row[]): Verdict {
  const last = (rebuildEvery: number) => where(rows, { pass: 'churn', rebuildEvery }).at(-1)!;
  const [never, often] = [last(0), last(1)];
  const dead = (row: Row) => `${integer(num(row, 'deadPassing'))} of ${integer(num(row, 'dead'))}`;
  const rate = num(never, 'neverPassing') / num(never, 'neverAsked');
  return verdict('S2-21', 'run', {
    word: 'unproven',
    measured:
      `no rate of closures is given. After ${never.step} times a tenth of the ` +
      `${integer(num(never, 'live'))} ids, ${dead(never)} dead ids pass a filter that is never ` +
      `rebuilt, ${dead(often)} one that is rebuilt each time; each that is asked for costs a ` +
      `query for each life of its sentinel. The new ids fill the filter: ${percent(rate, 2)} of ` +
      'ids that never were pass too',
    expected: 'unproven; the dead ids that are asked for pass',
  });
}

function milliseconds(row: Row, column: string): string {
  return `${integer(num(row, column) / 1e6)} ms`;
}
