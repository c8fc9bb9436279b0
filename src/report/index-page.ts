import { html, trusted } from './html.ts';

/** A run that has a page. */
export interface KnownRun {
  readonly runId: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The page that leads to the newest run; `runs` are sorted, newest first. */
export function indexPage(runs: readonly KnownRun[], css: string): string {
  const items = runs.map(
    ({ runId, createdAt }, index) =>
      html`<li><a href="${runId}/index.html">${
        index === 0 ? html`<strong>${runId}</strong>` : runId
      }</a> <span class="quiet">${createdAt}${index === 0 && ' · newest'}</span></li>\n`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>funnel-lab reports</title>
<style>${trusted(css)}</style>
</head>
<body class="plain">
<main>
<section>
<h1>funnel-lab reports</h1>
${runs.length === 0 ? html`<p class="empty">No runs yet.</p>` : html`<ul>${items}</ul>`}
</section>
</main>
</body>
</html>
`.toString();
}
