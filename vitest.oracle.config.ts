import { defineConfig } from 'vitest/config';

/** `npm run test:oracle`: the tests that need Oracle MySQL, which is fetched for them. */
export default defineConfig({
  test: {
    include: ['src/**/*.oracle.test.ts', 'experiments/**/*.oracle.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
