/**
 * `npm run extension`: the zips for the stores, or a build with fixed sites for managed deployment.
 *
 * @module
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const BROWSERS = ['chrome', 'edge', 'firefox'] as const;

const USAGE = `npm run extension -- [chrome] [edge] [firefox] [--managed FILE] [--e2e]

  Without a browser: all three. Gives dist/extension/BROWSER-mv3 and a zip beside it.
  --managed FILE   for deployment by an administrator: the sites of the profiles in FILE (a JSON list, see
                   docs/profiles.md) are fixed, and nobody is asked; gives BROWSER-mv3-managed
  --e2e            for tests: localhost is allowed, shadow roots are open; gives BROWSER-mv3-e2e. With --managed
                   FILE, the sites of FILE as well`;

function fail(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        managed: { type: 'string' },
        e2e: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = read();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
for (const name of positionals) {
  if (!BROWSERS.some((browser) => browser === name)) fail(`No such browser: ${name}.`);
}
const { managed } = values;
if (managed !== undefined && !existsSync(managed)) fail(`No such file: ${managed}.`);
const mode = values.e2e ? 'e2e' : managed === undefined ? 'production' : 'managed';

for (const browser of positionals.length > 0 ? positionals : BROWSERS) {
  console.log(`== ${browser}, ${mode}`);
  const { status } = spawnSync(join('node_modules', '.bin', 'wxt'), ['zip', '-b', browser, '--mode', mode], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ...(managed === undefined ? {} : { INSTRUMENT_PANEL_PROFILES: resolve(managed) }),
    },
  });
  if (status !== 0) {
    console.error(`The build for ${browser} failed; why stands above.`);
    process.exit(1);
  }
}
