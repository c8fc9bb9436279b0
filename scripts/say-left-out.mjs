/** Runs after the last test of `npm test`, so that nobody takes a part for the whole. */
export function teardown() {
  console.log('Left out: the tests on Oracle MySQL. `npm run test:oracle` runs them.');
}
