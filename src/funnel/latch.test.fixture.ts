/** A point that a test reaches when it wants: interleavings are forced, not hoped for. */
export interface Latch {
  readonly reached: Promise<void>;
  reach(): void;
}

export function latch(): Latch {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach: () => reach() };
}
