#!/usr/bin/env node
/** The program `instrument-panel`. @module */
const NODE_MAJOR_MIN = '22.13';
const [leastMajor = 0, leastMinor = 0] = NODE_MAJOR_MIN.split('.').map(Number);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  // Said before anything is loaded that an older Node does not have.
  process.stderr.write(
    `instrument-panel needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}
const { runCommandLine } = await import('./run.ts');
const code = await runCommandLine(process.argv.slice(2));
// On success a proxy that has started goes on; what failed may have left a connection open.
if (code !== 0) process.exit(code);

export {};
