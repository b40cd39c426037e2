/**
 * `npm run demo`: the whole demonstration, until Ctrl-C.
 *
 * @module
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { readCommandLine } from './arguments.ts';
import { DEMO_USAGE, readDemoArguments } from './demo/arguments.ts';
import {
  browserForExtension,
  buildExtension,
  DemoExtensionError,
  type ExtensionBrowser,
  openBrowser,
  openWithExtension,
} from './demo/browser.ts';
import { sayStarted } from './demo/summary.ts';
import { onStop } from './program.ts';
import { StackError } from './stack/ports.ts';
import type { Stack } from './stack.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

const { opens, hasExtension, frontEndsModule, others, ...options } = readCommandLine(
  DEMO_USAGE,
  readDemoArguments,
);

/** The terminal and the set-up script each pass the same Ctrl-C on; this much later it was pressed again. */
const SECOND_PRESS_AFTER_MS = 700;

/** The extension is shown where nothing of ours is in the page; the tour needs the elements. */
const hasElements = !hasExtension || options.hasTour;

let stack: Stack | undefined;
let withExtension: ExtensionBrowser | undefined;
let firstSignal: number | undefined;

async function stop(): Promise<void> {
  const now = performance.now();
  if (firstSignal !== undefined) {
    if (now - firstSignal > SECOND_PRESS_AFTER_MS) process.exit(130);
    return;
  }
  firstSignal = now;
  say('\nStopping … (Ctrl-C again to force)');
  await withExtension?.close();
  await stack?.close();
  say('Stopped.');
  process.exit(0);
}
onStop(() => void stop());

const EXTENSION_STEPS = [
  '  A Chromium with the extension opens. In it:',
  '    1  sign in to the EHR as one of those above, and open a patient',
  '    2  click the extension’s icon (behind the piece of a puzzle, right of the address), and enable this site',
  '    3  sign in where the panel asks for it: the patient’s scores stand below the name',
].join('\n');

/** The demo goes on where the extension cannot be shown: it can be loaded by hand. */
async function showExtension(ehr: string): Promise<void> {
  try {
    say('  Building the extension …');
    const folder = await buildExtension();
    if (!opens) {
      say(`  The extension is in ${folder}.`);
      return;
    }
    withExtension = openWithExtension(browserForExtension(), folder, ehr);
    say(EXTENSION_STEPS);
  } catch (error) {
    if (!(error instanceof DemoExtensionError)) throw error;
    say(`  ${error.message}`);
  }
}

try {
  const starting = performance.now();
  const seconds = () => ((performance.now() - starting) / 1000).toFixed(1).padStart(5);
  const module = frontEndsModule && (await import(pathToFileURL(resolve(frontEndsModule)).href));
  // All that it serves takes a second to load: not before an argument is refused.
  const { startStack } = await import('./stack.ts');
  stack = await startStack({
    ...options,
    firstPage: hasElements ? '/caseload' : '/patients',
    hasElements,
    ...(module && { frontEnds: module.frontEnds }),
    onProgress: (sentence) => say(`${seconds()} s  ${sentence}`),
  });
  // A Ctrl-C that came while it started found nothing to stop yet.
  if (firstSignal !== undefined) {
    await stack.close();
    process.exit(0);
  }
  say(`${seconds()} s  Ready.`);
  say(sayStarted(stack, { ...options, others }));
  if (hasExtension) await showExtension(stack.urls.ehr);
  else if (opens && openBrowser(stack.urls.ehr)) say('  Opening the browser …');
} catch (error) {
  console.error(error instanceof StackError ? error.message : `The demo could not start. ${inspect(error)}`);
  process.exit(1);
}
