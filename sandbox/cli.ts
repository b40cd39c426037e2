#!/usr/bin/env node
/** The program `instrument-panel-sandbox`: serves the sandbox, or writes an example (`init`). @module */
const LEAST = '22.13';
const [leastMajor = 0, leastMinor = 0] = LEAST.split('.').map(Number);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  // Said before anything is loaded that an older Node does not have.
  process.stderr.write(`The sandbox needs Node ${LEAST} or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
if (process.argv[2] === 'init') {
  const { runInit } = await import('./init/init.ts');
  process.exitCode = await runInit(process.argv.slice(3));
} else await import('./serve.ts');

export {};
