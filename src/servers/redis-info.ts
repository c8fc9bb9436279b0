/** The fields of a reply to INFO: `name:value` lines, sections left out. */
export function parseInfo(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .split('\r\n')
      .filter((line) => line.includes(':') && !line.startsWith('#'))
      .map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at), line.slice(at + 1)];
      }),
  );
}
