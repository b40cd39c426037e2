import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import demoConfig from '../demo.config.ts';
import type { ProxyOptions } from '../options.ts';
import { CommandError } from './errors.ts';

const WHAT_TO_WRITE = `Write a module such as proxy.config.ts with a default export of ProxyOptions, or of a function that gives them:
  upstream, credentials: { key, secret }, keys: [{ kid, alg: 'HS256', key, signs: true }], issuer, audience,
  origins, and session: the function that looks at the cookie of a page and gives a grant or null.
There is no default for session, since only you know who is signed in. See proxy/README.md.`;

/**
 * Loads a configuration: a module (`.ts` as well, since Node strips its types) with a default export of options,
 * or of a function of the environment that gives them. What is in it is checked by `checkOptions`.
 *
 * @throws CommandError where there is none
 */
export async function loadConfig(file: string): Promise<ProxyOptions> {
  const path = resolve(file);
  if (!existsSync(path)) throw new CommandError(`There is no configuration at ${file}.\n${WHAT_TO_WRITE}`);
  const loaded = ((await import(pathToFileURL(path).href)) as { default?: unknown }).default;
  const given: unknown = typeof loaded === 'function' ? await loaded(process.env) : loaded;
  if (typeof given !== 'object' || given === null) {
    throw new CommandError(`${file} has no default export of options.\n${WHAT_TO_WRITE}`);
  }
  return given as ProxyOptions;
}

/** The demo's configuration. Throws a `CommandError` in production. */
export function loadDemo(): ProxyOptions {
  if (process.env.NODE_ENV === 'production') {
    throw new CommandError(`With NODE_ENV=production the demo configuration is refused.\n${WHAT_TO_WRITE}`);
  }
  return demoConfig();
}
