import { z } from 'zod';
import { ExitCode, LabError } from '../errors.ts';

/** How a file that tells its `schemaVersion` is read. */
export interface VersionedFormat<Content> {
  readonly schemaVersion: number;
  readonly schema: z.ZodType<Content>;
}

/** Reads such a file's text; damage or another schema version is refused in words (exit 5). */
export function decodeVersioned<Content>(
  text: string,
  path: string,
  { schemaVersion, schema }: VersionedFormat<Content>,
): Content {
  const refused = (what: string) =>
    new LabError(
      ExitCode.reference,
      `${path} ${what} (this funnel-lab reads version ${schemaVersion})`,
    );
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw refused(`is damaged: ${error instanceof Error ? error.message : error}`);
  }
  const version = z.object({ schemaVersion: z.unknown() }).safeParse(json).data?.schemaVersion;
  if (typeof version === 'number' && version !== schemaVersion) {
    const age = version > schemaVersion ? 'a newer' : 'an older';
    throw refused(`has schema version ${version}, written by ${age} funnel-lab`);
  }
  const content = schema.safeParse(json);
  if (!content.success) throw refused(`is damaged: ${z.prettifyError(content.error)}`);
  return content.data;
}
