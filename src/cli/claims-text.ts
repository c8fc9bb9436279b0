import { type Claim, codeOf } from '../claims/claim.ts';
import { verdictWords } from '../lab/experiment.ts';
import { painter } from '../lab/terminal.ts';
import type { Answer, AnsweredClaim } from './answered-claims.ts';
import type { Context } from './context.ts';

export const languages = ['en', 'zh'] as const;
/** The language of the claims themselves; what was measured is told in English. */
export type Language = (typeof languages)[number];

/** What `claims --json` prints: an entry an answer. */
export function jsonClaims(claims: readonly AnsweredClaim[]): string {
  const entries = claims.flatMap(({ claim, answers }) => {
    const { place, statement, statementZh } = claim;
    return answers.map((answer) => ({ ...answer, place, statement, statementZh }));
  });
  return `${JSON.stringify({ claims: entries }, null, 2)}\n`;
}

const colours = {
  reproduced: 'green',
  refuted: 'red',
  conditional: 'yellow',
  unproven: 'gray',
  'not testable': 'gray',
  'not run': 'gray',
} as const;

/** For people: the claims of each article with their answers, and how many there are of each. */
export function textClaims(
  claims: readonly AnsweredClaim[],
  language: Language,
  { stdout, env }: Context,
): string {
  const paint = painter(stdout, env);
  const blocks = claims.map(({ claim, answers }) => {
    const head = `${claim.id}  ${claim.place}: ${stated(claim, language)}`;
    const lines = answers.flatMap((answer) => [
      `  ${paint(colours[answer.verdict], answer.verdict)}  ${origin(answer)}`.trimEnd(),
      ...figureLines(answer),
    ]);
    return [head, ...lines, ''].join('\n');
  });
  const articles = articlesOf(claims).map(({ code, title }) => `${code}  ${title}\n`);
  return [articles.join(''), ...blocks, `${countLine(claims)}\n`].join('\n');
}

function figureLines(answer: Answer): string[] {
  if (answer.verdict === 'not testable') return [`    because   ${answer.measured}`];
  const expected = `    expected  ${answer.expected}`;
  return answer.measured === null ? [expected] : [`    measured  ${figures(answer)}`, expected];
}

/** For a page of GitHub: how many there are of each, and a table an article. */
export function markdownClaims(claims: readonly AnsweredClaim[], language: Language): string {
  const tables = articlesOf(claims).map(({ code, title, own }) => {
    const lines = own.flatMap(({ claim, answers }) =>
      answers.map((answer) => tableLine(claim, answer, language)),
    );
    return `\n### ${code}: ${title}\n\n${tableHead}${lines.join('')}`;
  });
  return `## The claims of the articles\n\n${countLine(claims)}\n${tables.join('')}`;
}

function tableLine(claim: Claim, answer: Answer, language: Language): string {
  const cells = [
    `${claim.id} (${claim.place})`,
    stated(claim, language),
    answer.verdict,
    answer.measured === null ? '–' : figures(answer),
    answer.expected,
    origin(answer) || '–',
  ];
  return `| ${cells.map(markdown).join(' | ')} |\n`;
}

const tableHead =
  '| claim | what it says | verdict | measured | expected | evidence |\n| - | - | - | - | - | - |\n';

function articlesOf(claims: readonly AnsweredClaim[]) {
  const codes = new Set(claims.map(({ claim }) => codeOf(claim)));
  return [...codes].map((code) => {
    const own = claims.filter(({ claim }) => codeOf(claim) === code);
    return { code, title: own[0]!.claim.article, own };
  });
}

function stated({ statement, statementZh }: Claim, language: Language): string {
  return language === 'zh' ? statementZh : statement;
}

function figures({ measured, interval }: Answer): string {
  return interval === null ? `${measured}` : `${measured}, ${interval}`;
}

function origin({ evidence, experiment, run }: Answer): string {
  if (experiment === null) return evidence ?? '';
  return `${evidence}: ${experiment} of ${run}`;
}

/** `203 verdicts on 191 claims: 96 reproduced, …` */
function countLine(claims: readonly AnsweredClaim[]): string {
  const given = claims.flatMap(({ answers }) => answers.map(({ verdict }) => verdict));
  const counts = verdictWords.flatMap((word) => {
    const count = given.filter((one) => one === word).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return `${given.length} verdicts on ${claims.length} claims: ${counts.join(', ')}`;
}

/** Text in a cell of a Markdown table; what stands between backticks is code already. */
function markdown(text: string): string {
  return text
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? part.replaceAll('|', '\\|') : part.replace(/[\\|*_<>[\]~]/g, '\\$&'),
    )
    .join('`');
}
