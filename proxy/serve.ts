/** The command behind `npm run proxy`: the same as `instrument-panel proxy`. @module */
import { runCommandLine } from './cli/run.ts';

const code = await runCommandLine(['proxy', ...process.argv.slice(2)]);
if (code !== 0) process.exit(code);
