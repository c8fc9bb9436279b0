import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What is written into every page. */
export interface InlineAssets {
  readonly css: string;
  readonly bootScript: string;
}

/** Style sheet and boot script; package.json says where they lie, from `src` and from `dist`. */
export async function inlineAssets(): Promise<InlineAssets> {
  const [frame, content, bootScript] = await Promise.all(
    ['frame.css', 'content.css', 'boot.js'].map((name) =>
      readFile(new URL(import.meta.resolve(`#report-assets/${name}`)), 'utf8'),
    ),
  );
  return { css: `${frame}\n${content}`, bootScript: bootScript! };
}

/** The name of plotly's file, with its version: pages of another version keep theirs. */
export function plotlyFileName(): string {
  const { version } = createRequire(import.meta.url)('plotly.js-dist/package.json') as {
    version: string;
  };
  return `plotly-${version}.min.js`;
}

/** Where the build has put the minified plotly. */
export function plotlyPath(): string {
  return fileURLToPath(import.meta.resolve(`#build/${plotlyFileName()}`));
}
