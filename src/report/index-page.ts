import { document } from './document.ts';
import { html } from './html.ts';

/** A run that has a page. */
export interface KnownRun {
  readonly runId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Whether the page of its claims lies beside it. */
  readonly hasClaims: boolean;
}

/** The page that leads to the newest run; `runs` are sorted, newest first. */
export function indexPage(runs: readonly KnownRun[], css: string): string {
  const items = runs.map(
    ({ runId, createdAt, hasClaims }, index) =>
      html`<li><a href="${runId}/index.html">${
        index === 0 ? html`<strong>${runId}</strong>` : runId
      }</a>${hasClaims && html` · <a href="${runId}/claims.html">claims</a>`}
<span class="quiet">${createdAt}${index === 0 && ' · newest'}</span></li>\n`,
  );
  const list =
    runs.length === 0 ? html`<p class="empty">No runs yet.</p>` : html`<ul>${items}</ul>`;
  return document({
    title: 'funnel-lab reports',
    css,
    plain: true,
    body: html`<main>
<section>
<h1>funnel-lab reports</h1>
${list}
</section>
</main>`,
  });
}
