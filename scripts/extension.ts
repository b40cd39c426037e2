/**
 * `npm run extension`: the zips for the stores, or a build with fixed sites for managed deployment.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCommandLine, readOptions, UsageError } from './arguments.ts';
import { run } from './program.ts';

const BROWSERS = ['chrome', 'edge', 'firefox'] as const;

const USAGE = `npm run extension -- [chrome] [edge] [firefox] [--managed FILE] [--e2e]

  Without a browser: all three. Gives dist/extension/BROWSER-mv3 and a zip beside it.
  --managed FILE   for deployment by an administrator: the sites of the profiles in FILE (a JSON list, see
                   docs/profiles.md) are fixed, and nobody is asked; gives BROWSER-mv3-managed
  --e2e            for tests: localhost is allowed, shadow roots are open; gives BROWSER-mv3-e2e. With --managed
                   FILE, the sites of FILE as well`;

const { e2e, managed, browsers } = readCommandLine(USAGE, (args) => {
  const options = { managed: { type: 'string' }, e2e: { type: 'boolean' } } as const;
  const { values, positionals } = readOptions({ args, allowPositionals: true, options });
  const unknown = positionals.find((name) => !BROWSERS.some((browser) => browser === name));
  if (unknown !== undefined) throw new UsageError(`No such browser: ${unknown}`);
  if (values.managed !== undefined && !existsSync(values.managed))
    throw new UsageError(`No such file: ${values.managed}`);
  return { ...values, browsers: positionals.length > 0 ? positionals : BROWSERS };
});
const mode = e2e ? 'e2e' : managed === undefined ? 'production' : 'managed';

for (const browser of browsers) {
  console.log(`== ${browser}, ${mode}`);
  const profiles = managed === undefined ? {} : { INSTRUMENT_PANEL_PROFILES: resolve(managed) };
  const { isOk } = await run('wxt', ['zip', '-b', browser, '--mode', mode], {
    // What the shell says of it would go into the bundles.
    env: { ...process.env, NODE_ENV: 'production', ...profiles },
  });
  if (!isOk) {
    console.error(`The build for ${browser} failed; why stands above.`);
    process.exit(1);
  }
}
