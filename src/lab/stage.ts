/** Servers and a funnel made ready for a cell; see the runner. */
export interface Stage {
  readonly stub: true;
}
