import { defineConfig } from 'vitest/config';

// One project per kind of test, so that a run can say which kind failed. `unit` needs nothing but
// Node; `e2e` starts real processes and may need the lab (e2e/lab), so it gets long limits.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{app,hooks,installers,scripts,bench}/**/*.test.ts'],
          testTimeout: process.env.CI ? 90_000 : 30_000,
          // Many start real processes: on a loaded machine once more, then it is a failure. At a desk the first one counts.
          retry: process.env.CI ? 1 : 0,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Real editors, browsers and agents on a machine that others use, too: once more, then it is a failure.
          retry: 1,
          // Harnesses and launchers compete for two cores: one file at a time keeps waits honest.
          fileParallelism: false,
        },
      },
    ],
  },
});
