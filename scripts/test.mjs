// `npm test`: everything that has to hold, on a fresh checkout with only Node.js and npm.
//   node scripts/test.mjs              all checks and all tests
//   node scripts/test.mjs FILTER...    only the tests whose path contains FILTER
// Ends with one line `N passed, N failed` (and `, N skipped`). Tests that need a real harness are
// skipped, by name, where it is not in .cache/lab; with SILMARIL_REQUIRE_LAB=1 they fail instead.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureDependencies, root } from './bootstrap.mjs';
import { ensureNode22 } from './node22.mjs';

// Fixtures are made with the modes that a usual umask gives, whatever the caller's is.
process.umask(0o022);

const filters = process.argv.slice(2);
ensureDependencies();
process.stderr.write(`Hook tests run on ${ensureNode22((line) => process.stderr.write(`${line}\n`))}\n`);

const bin = (name) => path.join(root, 'node_modules', name);
const node = (args, options = {}) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', ...options });

let checksPassed = 0;
let checksFailed = 0;
function check(name, args) {
  process.stdout.write(`\n# ${name}\n`);
  const ok = node(args).status === 0;
  if (ok) checksPassed += 1;
  else checksFailed += 1;
  process.stdout.write(`${ok ? 'ok' : 'FAILED'}: ${name}\n`);
}

check('build', ['scripts/build.mjs']);
if (filters.length === 0) {
  check('types', [bin('typescript/bin/tsc'), '--noEmit']);
  check('types of the window', [bin('typescript/bin/tsc'), '--noEmit', '-p', 'app/renderer']);
  check('lint and import rules', [bin('eslint/bin/eslint.js'), '.']);
}

const results = path.join(root, '.cache', 'test-results.json');
fs.mkdirSync(path.dirname(results), { recursive: true });
fs.rmSync(results, { force: true });
process.stdout.write('\n# tests\n');
node([bin('vitest/vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile=${results}`, ...filters]);

let passed = checksPassed;
let failed = checksFailed;
let skipped = 0;
try {
  const report = JSON.parse(fs.readFileSync(results, 'utf8'));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  skipped += report.numPendingTests + report.numTodoTests;
  // A file that could not even be loaded, or whose set-up failed, has no failed test to count, but it has failed.
  for (const file of report.testResults) {
    if (file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')) failed += 1;
    for (const test of file.assertionResults) if (test.status !== 'passed' && test.status !== 'failed') process.stdout.write(`skipped: ${test.fullName}\n`);
  }
  // An error outside any test (an unhandled rejection, a failing global hook) fails the run.
  if (!report.success && failed === 0) failed += 1;
} catch (error) {
  process.stdout.write(`The test runner left no report (${error.message}).\n`);
  failed += 1;
}
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exit(failed === 0 ? 0 : 1);
