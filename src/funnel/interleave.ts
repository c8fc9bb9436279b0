/** A point that is reached when somebody wants: interleavings are forced, not hoped for. */
export interface Latch {
  readonly reached: Promise<void>;
  reach(): void;
}

/** A latch that nobody has reached yet. */
export function latch(): Latch {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach: () => reach() };
}

/** A store with some methods replaced; the others keep their own `this`. */
export function changed<T extends object>(store: T, methods: Partial<T>): T {
  return new Proxy(store, {
    get(target, name) {
      const method = methods[name as keyof T] ?? target[name as keyof T];
      return typeof method === 'function' ? method.bind(target) : method;
    },
  });
}
