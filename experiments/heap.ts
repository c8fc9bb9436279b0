import { garbageCollector } from '../src/bench/garbage-collector.ts';

/**
 * What `make` gives, and the bytes of V8's heap that are reachable after it and were not before.
 * What the rest of the process lets go meanwhile is missing from them.
 */
export function weighed<T>(make: () => T): { readonly made: T; readonly heapBytes: number } {
  const collect = garbageCollector();
  const used = () => {
    // A first collection may leave what only it has set free.
    collect();
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const made = make();
  return { heapBytes: used() - before, made };
}
