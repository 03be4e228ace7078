// `npm start`, on a fresh checkout with only Node.js and npm: installs the dependencies, builds, fetches
// the hooks' Node.js, and shows the product. Until there is a desktop app, that is the demonstration.
import { runDemo } from './demo.mjs';

process.exitCode = runDemo();
