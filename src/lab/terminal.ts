import { styleText } from 'node:util';

/** A stream that may be a terminal; stdout and stderr are such. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Whether a line can be drawn again: no terminal in CI shows it well, nor does a dumb one. */
export function isLive(output: Output, env: NodeJS.ProcessEnv): boolean {
  return output.isTTY === true && env.TERM !== 'dumb' && !env.CI;
}

/**
 * Colours text where the output wants it: `FORCE_COLOR` before `NO_COLOR` before `TERM=dumb`
 * before whether it is a terminal. Colour is never the only sign of anything.
 */
export function painter(output: Output, env: NodeJS.ProcessEnv) {
  const coloured = wantsColour(output, env);
  return (style: Parameters<typeof styleText>[0], text: string): string =>
    coloured ? styleText(style, text, { validateStream: false }) : text;
}

function wantsColour(output: Output, env: NodeJS.ProcessEnv): boolean {
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') {
    return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  }
  return !env.NO_COLOR && env.TERM !== 'dumb' && output.isTTY === true;
}
