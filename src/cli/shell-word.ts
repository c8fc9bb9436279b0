/** A word as it is typed in a shell: quoted where the shell would read something into it. */
export function shellWord(word: string): string {
  return /^[\w.,:=/@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
