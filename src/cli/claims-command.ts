import { ExitCode } from '../errors.ts';
import { answeredClaims } from './answered-claims.ts';
import { jsonClaims, type Language, markdownClaims, textClaims } from './claims-text.ts';
import type { Context } from './context.ts';

export interface ClaimsOptions {
  readonly json?: true;
  readonly markdown?: true;
  readonly lang: Language;
}

/** Prints the ledger with the verdicts of each experiment's newest stored run. */
export async function claimsCommand(
  { json, markdown, lang }: ClaimsOptions,
  context: Context,
): Promise<ExitCode> {
  const claims = answeredClaims(context);
  const text = json
    ? jsonClaims(claims)
    : markdown
      ? markdownClaims(claims, lang)
      : textClaims(claims, lang, context);
  context.stdout.write(text);
  return ExitCode.done;
}
