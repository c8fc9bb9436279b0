import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8's collector: of all garbage, or of the young alone. */
export type Collect = (options?: { readonly type: 'minor' }) => void;

/** `gc` exists in contexts that are made after the flag was set. */
export function garbageCollector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
