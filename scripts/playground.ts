/**
 * `npm run playground`: every element of the widget in every state, until Ctrl-C.
 *
 * @module
 */
import { inspect } from 'node:util';
import { readCommandLine } from './arguments.ts';
import { openBrowser } from './demo/browser.ts';
import { PLAYGROUND_USAGE, readPlaygroundArguments } from './playground-arguments.ts';
import type { Playground } from './playground-server.ts';
import { onStop } from './program.ts';
import { StackError } from './stack/ports.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

const { opens, port } = readCommandLine(PLAYGROUND_USAGE, readPlaygroundArguments);

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
onStop(() => void stop());

try {
  // All that it serves takes a second to load: not before an argument is refused.
  const { startPlayground } = await import('./playground-server.ts');
  playground = await startPlayground({ port, onProgress: say });
  const { url, sandbox } = playground;
  say(`\n  Playground   ${url}\n  Sandbox      ${sandbox}/sandbox\n  Stop         Ctrl-C\n`);
  if (opens && openBrowser(url)) say('  Opening the browser …');
} catch (error) {
  const isKnown = error instanceof StackError;
  console.error(isKnown ? error.message : `The playground could not start. ${inspect(error)}`);
  process.exit(1);
}
