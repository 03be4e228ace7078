// `npm start`, on a fresh checkout with only Node.js and npm: installs the dependencies, builds, fetches an Electron and
// the hooks' Node.js, and opens the app (scripts/app.mjs says what happens where that cannot be).
import { startApp } from './app.mjs';

try {
  process.exitCode = await startApp((line) => process.stderr.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
