import { z } from 'zod';
import { ExitCode, LabError } from '../errors.ts';
import { presets, verdictWords } from './experiment.ts';

/** The version of the files of a run; a reader refuses every other. */
export const schemaVersion = 1;

/** `skipped`: not started, because the run ended before. */
const status = z.enum(['done', 'failed', 'interrupted', 'skipped']);

const column = z.strictObject({
  name: z.string(),
  unit: z.string(),
  kind: z.enum(['exact', 'measured']),
});

const expectation = z.strictObject({
  name: z.string(),
  holds: z.boolean(),
  measured: z.string(),
  expected: z.string(),
});

const verdict = z.strictObject({
  claim: z.string(),
  verdict: z.enum(verdictWords),
  evidence: z.enum(['run', 'census', 'computed', 'source']),
  measured: z.string(),
  interval: z.string().exactOptional(),
  expected: z.string(),
});

/** Ids become file names, so nothing else passes. */
const id = z.string().regex(/^[\w-]+$/);

const experimentRecord = z.strictObject({
  id,
  title: z.string(),
  status,
  /** Why it failed. */
  message: z.string().exactOptional(),
  seconds: z.number(),
  rows: z.int(),
  parameters: z.record(z.string(), z.json()),
  columns: z.array(column).readonly(),
  /** These two are judged when every cell is done; until then they are empty. */
  expectations: z.array(expectation).readonly(),
  verdicts: z.array(verdict).readonly(),
});

const server = z.strictObject({
  role: z.string(),
  product: z.enum(['Redis', 'Valkey', 'MariaDB', 'MySQL']),
  version: z.string(),
  source: z.enum(['given', 'installed', 'unpacked']),
  where: z.string(),
  allocator: z.string().exactOptional(),
});

const environment = z.strictObject({
  packageVersion: z.string(),
  gitSha: z.string().nullable(),
  gitDirty: z.boolean().nullable(),
  node: z.string(),
  v8: z.string(),
  os: z.string(),
  cpu: z.string(),
  cores: z.int(),
  memoryBytes: z.int(),
  locale: z.string(),
  timeZone: z.string(),
  servers: z.array(server).readonly(),
});

const runRecord = z.strictObject({
  schemaVersion: z.literal(schemaVersion),
  runId: id,
  /** UTC, ISO 8601. */
  createdAt: z.string(),
  preset: z.enum(presets),
  seed: z.string(),
  /** The command that repeats the run. */
  command: z.string(),
  status,
  seconds: z.number(),
  environment,
  experiments: z.array(experimentRecord).readonly(),
});

/** How a run, or an experiment of it, has ended so far. */
export type Status = z.infer<typeof status>;
/** What the numbers of a run depend on: machine, software, servers. */
export type Environment = Readonly<z.infer<typeof environment>>;
/** What `run.json` holds of one experiment. */
export type ExperimentRecord = Readonly<z.infer<typeof experimentRecord>>;
/** What `run.json` holds. */
export type RunRecord = Readonly<z.infer<typeof runRecord>>;

/** The text of `run.json`. Throws when the record is not one, a NaN in it for instance. */
export function encodeRunRecord(record: RunRecord): string {
  return `${JSON.stringify(runRecord.parse(record), null, 2)}\n`;
}

/** Reads `run.json`; damage or another schema version is refused in words (exit 5). */
export function decodeRunRecord(text: string, path: string): RunRecord {
  const json = parseJson(text, path);
  const version = z.object({ schemaVersion: z.unknown() }).safeParse(json).data?.schemaVersion;
  if (typeof version === 'number' && version !== schemaVersion) {
    const age = version > schemaVersion ? 'a newer' : 'an older';
    throw unreadable(path, `has schema version ${version}, written by ${age} funnel-lab`);
  }
  const record = runRecord.safeParse(json);
  if (!record.success) {
    throw unreadable(path, `is damaged: ${z.prettifyError(record.error)}`);
  }
  return record.data;
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(path, `is damaged: ${error instanceof Error ? error.message : error}`);
  }
}

function unreadable(path: string, what: string): LabError {
  return new LabError(
    ExitCode.reference,
    `${path} ${what} (this funnel-lab reads version ${schemaVersion})`,
  );
}
