import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** The panels' code with a handle that asks the test, as one script; roots are open, as in the e2e build. */
export async function buildPage(): Promise<string> {
  const made = await rolldown({
    input: fileURLToPath(new URL('page.ts', import.meta.url)),
    platform: 'browser',
    transform: {
      define: { 'import.meta.env': JSON.stringify({ MODE: 'e2e' }) },
    },
  });
  const { output } = await made.generate({ format: 'iife', codeSplitting: false });
  await made.close();
  return output[0].code;
}
