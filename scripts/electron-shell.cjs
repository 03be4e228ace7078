// What the development copy of Electron runs when no app is packed with it: `electron [-r MODULE] APP`
// loads APP (a folder with a package.json, or a file), as Electron's own development shell does.
'use strict';
const { app } = require('electron');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });

const required = [];
let target = null;
for (let i = 1; i < process.argv.length && target === null; i++) {
  const argument = process.argv[i];
  if (argument === '-r' || argument === '--require') required.push(process.argv[++i]);
  else if (!argument.startsWith('-')) target = path.resolve(argument);
}

function stop(sentence) {
  process.stderr.write(`electron: ${sentence}\n`);
  process.exit(1);
}

for (const name of required) Module._load(Module._resolveFilename(name, { id: name, paths: [path.join(process.cwd(), 'node_modules')] }, false), Module, false);
if (target === null || !fs.existsSync(target)) stop(target === null ? 'no app given. Usage: electron [-r MODULE] APP [ARGUMENT...]' : `${target} does not exist`);
else {
  const manifest = path.join(target, 'package.json');
  const folder = fs.existsSync(manifest);
  if (folder) {
    const { name, productName, version } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
    if (version) app.setVersion(version);
    if (productName || name) app.setName(productName || name);
  }
  app.setAppPath(folder ? target : path.dirname(target));
  try {
    Module._load(target, Module, true);
  } catch (error) {
    stop(error.stack);
  }
}
