import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { usageError } from '../errors.ts';
import { makeFolder, replaceFile } from '../lab/files.ts';
import { inlineAssets, plotlyFileName, plotlyPath } from './assets.ts';
import { claimsPage } from './claims-page.ts';
import { indexPage, type KnownRun } from './index-page.ts';
import { page } from './page.ts';
import type { RunReport } from './run-report.ts';

const claimsFile = 'claims.html';

/**
 * Writes `<folder>/<run-id>/index.html` and `claims.html`, the page of all runs beside it and, once,
 * plotly into `<folder>/assets/`. Each file appears whole or not at all.
 * @returns the path of the run's page
 * @throws LabError where the run id is no plain name, plotly has not been built, or a file cannot
 * be written
 */
export async function writeReport(report: RunReport, folder: string): Promise<string> {
  if (!/^\w[\w.-]*$/.test(report.runId)) {
    throw usageError(`run id '${report.runId}': letters, digits, '-', '_' and '.' only`);
  }
  const inline = await inlineAssets();
  await placePlotly(path.join(folder, 'assets'));
  const file = path.join(folder, report.runId, 'index.html');
  const text = page(report, { ...inline, plotlyUrl: `../assets/${plotlyFileName()}` });
  place(file, text);
  place(path.join(folder, report.runId, claimsFile), claimsPage(report, inline.css));
  place(path.join(folder, 'index.html'), indexPage(await knownRuns(folder), inline.css));
  return file;
}

async function placePlotly(folder: string): Promise<void> {
  const source = plotlyPath();
  const target = path.join(folder, plotlyFileName());
  const size = await sizeOf(source);
  if (size === undefined) throw usageError(`${source} is missing; 'npm run build' makes it`);
  if (size === (await sizeOf(target))) return;
  place(target, await readFile(source));
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.size;
}

function place(file: string, content: string | Uint8Array): void {
  makeFolder(path.dirname(file));
  replaceFile(file, content);
}

/** The runs that have a page, newest first by the time that the page states. */
async function knownRuns(folder: string): Promise<readonly KnownRun[]> {
  const names = await readdir(folder);
  const runs = await Promise.all(
    names.map(async (runId) => {
      const text = await readFile(path.join(folder, runId, 'index.html'), 'utf8').catch(() => '');
      const createdAt = /<meta name="created" content="([^"]*)">/.exec(text)?.[1];
      if (createdAt === undefined) return [];
      const hasClaims = (await sizeOf(path.join(folder, runId, claimsFile))) !== undefined;
      return [{ runId, createdAt, hasClaims }];
    }),
  );
  const newestFirst = (a: KnownRun, b: KnownRun) =>
    Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.runId < b.runId ? 1 : -1);
  return runs.flat().sort(newestFirst);
}
