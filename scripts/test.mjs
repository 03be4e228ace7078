// `npm test`: everything that has to hold, on a fresh checkout with only Node.js and npm.
//   node scripts/test.mjs              all checks and all tests
//   node scripts/test.mjs FILTER...    only the tests whose path contains FILTER
// Ends with one line `N passed, N failed` (and `, N skipped`). Tests that need a real harness are
// skipped, by name, where it is not in .cache/lab; with SILMARIL_REQUIRE_LAB=1 they fail instead.
import { spawn, spawnSync } from 'node:child_process';
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

const folder = path.join(root, '.cache', 'test-results');
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });

/** Runs one project's tests; what it prints goes to `show` in pieces. @returns when it has ended */
function run(project, show) {
  const child = spawn(process.execPath, [bin('vitest/vitest.mjs'), 'run', `--project=${project}`, '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile=${path.join(folder, `${project}.json`)}`, ...filters], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', show);
  child.stderr.on('data', show);
  return new Promise((resolve) => child.on('close', resolve));
}

process.stdout.write('\n# tests\n');
const write = (bytes) => process.stdout.write(bytes);
await run('unit', write);
// The two kinds of end-to-end tests wait for most of their time, each for other programs: side by side. What the second
// prints comes after the first, in one piece.
const later = [];
await Promise.all([run('harnesses', write), run('app', (bytes) => later.push(bytes))]);
for (const bytes of later) process.stdout.write(bytes);

let passed = checksPassed;
let failed = checksFailed;
let skipped = 0;
for (const project of ['unit', 'harnesses', 'app']) {
  try {
    const report = JSON.parse(fs.readFileSync(path.join(folder, `${project}.json`), 'utf8'));
    passed += report.numPassedTests;
    let wrong = report.numFailedTests;
    skipped += report.numPendingTests + report.numTodoTests;
    // A file that could not even be loaded, or whose set-up failed, has no failed test to count, but it has failed.
    for (const file of report.testResults) {
      if (file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')) wrong += 1;
      for (const test of file.assertionResults) if (test.status !== 'passed' && test.status !== 'failed') process.stdout.write(`skipped: ${test.fullName}\n`);
    }
    // An error outside any test (an unhandled rejection, a failing global hook) fails the run.
    if (!report.success && wrong === 0 && (report.testResults.length > 0 || filters.length === 0)) wrong += 1;
    failed += wrong;
  } catch (error) {
    process.stdout.write(`The test runner left no report of ${project} (${error.message}).\n`);
    failed += 1;
  }
}
if (passed === checksPassed && failed === 0) {
  process.stdout.write(`No test matches ${filters.join(' ')}.\n`);
  failed = 1;
}
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exit(failed === 0 ? 0 : 1);
