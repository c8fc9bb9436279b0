import { defineConfig } from 'vitest/config';

const withServers = ['src/**/*.it.test.ts', 'experiments/**/*.it.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for comes; on a busy machine after more than the default of a second.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          globalSetup: 'scripts/say-left-out.mjs',
          include: ['{src,experiments}/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: ['**/*.oracle.test.ts', ...withServers],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Servers take both cores: these tests run after the others, one file at a time.
        extends: true,
        test: {
          name: 'servers',
          include: withServers,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
