/** The command behind `npm run proxy`: the same as `instrument-panel proxy`. @module */
import { run } from './cli/run.ts';

const code = await run(['proxy', ...process.argv.slice(2)]);
if (code !== 0) process.exit(code);
