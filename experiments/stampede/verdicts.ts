import type { Row, Verdict } from '../../src/lab/experiment.ts';
import { integer, num, sum, where } from '../rows.ts';
import { verdict } from '../verdict.ts';
import { comparable, holdingModel, openRows, short, withMeans } from './select.ts';

export function stampedeVerdicts(rows: readonly Row[]): Verdict[] {
  return [
    onceAMinute(rows),
    oneMoreAtExpiry(rows),
    expiryIsNoPenetration(rows),
    laterRequests(rows),
  ];
}

/** One expiry a minute at most, so that more than one query at an expiry refutes it. */
function onceAMinute(rows: readonly Row[]): Verdict {
  const loose = openRows(rows, 'absent', false);
  const joined = openRows(rows, 'absent', true);
  const closed = comparable(where(rows, { pass: 'closed', id: 'absent', singleFlight: false }));
  const most = (some: readonly Row[]) => Math.max(0, ...some.map((row) => num(row, 'mostSelects')));
  const means = withMeans(loose);
  const highest = means.at(-1);
  const together = closed.some((row) => num(row, 'clients') > 1);
  return verdict('S1-17', 'run', {
    word: most([...loose, ...closed]) > 1 ? 'refuted' : together ? 'reproduced' : 'unproven',
    measured:
      `${meansInWords(means)}. With single flight at most ${most(joined)}. A closed loop of c ` +
      `clients, c: SELECTs: ${closed.map(closedInWords).join(', ')}`,
    expected: 'one by one: 1; at a rate R during a load: 1 + R·W; c at once: c',
    ...(highest === undefined ? {} : { interval: `${interval(highest)} at ${highest.rate}/s` }),
  });
}

/** The claim is of requests that come one by one, where one client asks. */
function oneMoreAtExpiry(rows: readonly Row[]): Verdict {
  const closed = comparable(where(rows, { pass: 'closed', id: 'absent' }));
  const alone = closed.filter((row) => row.clients === 1);
  const loose = closed.filter((row) => row.clients !== 1 && row.singleFlight === false);
  const joined = closed.filter((row) => row.clients !== 1 && row.singleFlight === true);
  const one = alone.every((row) => row.fewestSelects === 1 && row.mostSelects === 1);
  const more = loose.some((row) => num(row, 'mostSelects') > 1);
  return verdict('S0-38', 'run', {
    word: alone.length === 0 ? 'unproven' : !one ? 'refuted' : more ? 'conditional' : 'reproduced',
    measured:
      `at each of ${sum(alone, 'expiries')} expiries ${one ? 'one' : 'not one'} when requests ` +
      `come one by one; c at once, c: ${loose.map(closedInWords).join(', ')}; with single ` +
      `flight: ${joined.map(closedInWords).join(', ')}`,
    expected: 'one when they come one by one; 1 + R·W when they come at rate R during a load of W',
  });
}

function interval(row: Row): string {
  return `[${short(num(row, 'selectsEachLow'))}, ${short(num(row, 'selectsEachHigh'))}]`;
}

function meansInWords(means: readonly Row[]): string {
  if (means.length === 0) return 'Too few expiries for a mean';
  return (
    'SELECTs an expiry, mean with Student’s 95 % over the expiries: ' +
    `${means.map(inWords).join('; ')}; ${holdingModel(means).length} of ${means.length} ` +
    'intervals hold it'
  );
}

function inWords(row: Row): string {
  return (
    `${integer(num(row, 'rate'))}/s: ${short(num(row, 'selectsEach'))} ${interval(row)} ` +
    `(${row.expiries} expiries), 1 + R·W = ${short(num(row, 'expectedEach'))}`
  );
}

function closedInWords(row: Row): string {
  const [fewest, most] = [row.fewestSelects, row.mostSelects];
  return `${row.clients}: ${fewest === most ? most : `${fewest} … ${most}`}`;
}

/** Penetration is a query that finds nothing. */
function expiryIsNoPenetration(rows: readonly Row[]): Verdict {
  const present = where(rows, { pass: 'open', id: 'present' });
  const [hits, misses] = [sum(present, 'db-hit'), sum(present, 'db-miss')];
  const selects = sum(present, 'selects');
  const most = Math.max(0, ...present.map((row) => num(row, 'mostSelects')));
  return verdict('S4-04', 'run', {
    word: hits + misses === 0 ? 'unproven' : misses === 0 ? 'refuted' : 'reproduced',
    measured:
      `${integer(selects)} SELECTs for a present id whose entry expired, up to ${most} at one ` +
      `expiry: ${integer(hits)} requests ended as db-hit, ${integer(misses)} as db-miss`,
    expected: 'db-hits alone: the data exist and one load ends it; that is a stampede',
  });
}

function laterRequests(rows: readonly Row[]): Verdict {
  const open = where(rows, { pass: 'open' });
  const late = sum(open, 'lateMisses');
  const [hits, expiries] = [
    sum(open, 'sentinel-hit') + sum(open, 'cache-hit'),
    sum(open, 'expiries'),
  ];
  return verdict('S4-06', 'run', {
    word: expiries === 0 || hits === 0 ? 'unproven' : late > 0 ? 'refuted' : 'conditional',
    measured:
      `within the TTL ${late} of ${integer(hits + late)} later requests reached MySQL; at each of ` +
      `${integer(expiries)} ends of it at least one did, ${integer(sum(open, 'selects'))} in all`,
    expected: 'none within the TTL, at least one at each end of it',
  });
}
