import { defineConfig } from 'vitest/config';

/** `npm run test:oracle`: the tests that need Oracle MySQL, which is fetched for them. */
export default defineConfig({
  test: {
    // The funnel's own tests run again, every private MySQL being Oracle's.
    include: ['src/**/*.oracle.test.ts', 'src/funnel/**/*.it.test.ts'],
    env: { FUNNEL_LAB_MYSQL: 'oracle-5.6' },
    testTimeout: 60_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
