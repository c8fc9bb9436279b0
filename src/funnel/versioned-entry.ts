/** The text of an entry with its version in front, `3 __nil__`; no JSON text and no sentinel is so. */
export function withVersion(version: number, text: string): string {
  return `${version} ${text}`;
}

/** What stands behind the version; `''`, which is unreadable, where there is none. */
export function withoutVersion(entry: string): string {
  return /^[0-9]{1,16} (.*)$/s.exec(entry)?.[1] ?? '';
}

/**
 * Writes ARGV[1] for ARGV[2] seconds where no entry of version ARGV[3] or above stands. GETRANGE,
 * because the meters count what requests cost in GETs; and an entry that stands is met by a SET
 * that cannot win, because they count a SET for each load that was written back.
 */
export const setVersioned = `
local stands = false
if redis.call('TYPE', KEYS[1]).ok == 'string' then
  local version = string.match(redis.call('GETRANGE', KEYS[1], 0, 16), '^(%d+) ')
  stands = version and tonumber(version) >= tonumber(ARGV[3])
end
if stands then return redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2], 'NX') end
return redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])`;
