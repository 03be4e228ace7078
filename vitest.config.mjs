import { defineConfig } from 'vitest/config';

/** Starts real processes and may need the lab (e2e/lab), so it gets long limits. */
function endToEnd(name, include, exclude) {
  return {
    test: {
      name,
      include,
      exclude,
      testTimeout: 180_000,
      hookTimeout: 180_000,
      // Real editors, browsers and agents on a machine that others use, too: once more, then it is a failure.
      retry: 1,
      // Harnesses and launchers compete for two cores: one file at a time keeps waits honest.
      fileParallelism: false,
    },
  };
}

// One project per kind of test, so that a run can say which kind failed. `unit` needs nothing but Node.
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
      // Real harnesses, and whoever has just cloned the repository.
      endToEnd('harnesses', ['e2e/*.test.ts'], ['e2e/kill.test.ts']),
      // The app, its window, and what only takes time. Beside the others (scripts/test.mjs), which mostly wait.
      endToEnd('app', ['e2e/{app,lab,screens}/**/*.test.ts', 'e2e/kill.test.ts'], []),
    ],
  },
});
