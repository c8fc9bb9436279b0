import { type Html, html, trusted } from './html.ts';

/** What one page of the report differs from another in. */
export interface Document {
  readonly title: string;
  /** Directives of the security policy beside the style sheet; all else is forbidden. */
  readonly allowed?: readonly string[];
  readonly css: string;
  /** Further elements of the head. */
  readonly head?: Html;
  /** Without a navigation beside the text. */
  readonly plain?: boolean;
  readonly body: Html;
}

/** A whole page that fetches nothing and knows light and dark. */
export function document({ title, allowed = [], css, head, plain, body }: Document): string {
  const policy = ["default-src 'none'", "style-src 'unsafe-inline'", ...allowed].join('; ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}
<title>${title}</title>
<style>${trusted(css)}</style>
</head>
<body${plain && html` class="plain"`}>
${body}
</body>
</html>
`.toString();
}
