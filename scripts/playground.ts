/**
 * `npm run playground`: every element of the widget in every state, until Ctrl-C.
 *
 * @module
 */
import { openBrowser } from './demo/browser.ts';
import { PLAYGROUND_USAGE, readPlaygroundArguments } from './playground/arguments.ts';
import { type Playground, startPlayground } from './playground/server.ts';
import { StackError } from './stack/ports.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

function fail(message: string, code: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

const read = readPlaygroundArguments(process.argv.slice(2));
if (read.kind === 'help') {
  say(PLAYGROUND_USAGE);
  process.exit(0);
}
if (read.kind === 'wrong') fail(`${read.message}.\n\n${PLAYGROUND_USAGE}`, 2);

let playground: Playground | undefined;
let isStopping = false;

async function stop(): Promise<void> {
  // The terminal and the set-up script each pass the same Ctrl-C on.
  if (isStopping) return;
  isStopping = true;
  await playground?.close();
  say('\nStopped.');
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

try {
  playground = await startPlayground({ port: read.arguments.port, onProgress: say });
  say(
    `\n  Playground   ${playground.url}\n  Sandbox      ${playground.sandbox}/sandbox\n  Stop         Ctrl-C\n`,
  );
  if (read.arguments.opens && openBrowser(playground.url)) say('  Opening the browser …');
} catch (error) {
  if (error instanceof StackError) fail(error.message, 1);
  fail(
    `The playground could not start. ${error instanceof Error ? (error.stack ?? error.message) : error}`,
    1,
  );
}
