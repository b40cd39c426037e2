import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findBrowser } from '../../scripts/browser.mjs';
import { type ExtensionBrowser, openWithExtension } from '../../scripts/demo/browser.ts';
import { buildForTests } from '../extension/build.ts';
import { until } from '../extension/driven.ts';

let opened: ExtensionBrowser | undefined;
afterEach(() => opened?.close());

it('npm run demo -- --extension opens a browser that has the extension, with a profile that goes with it', async () => {
  const folder = await buildForTests();
  const more = ['--headless=new', '--remote-debugging-port=0'];
  const server = createServer((_, response) => response.end('the EHR')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ehr = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  opened = openWithExtension(findBrowser() ?? '', folder, ehr, more);
  const { profile } = opened;
  const port = join(profile, 'DevToolsActivePort');
  await until('the browser listens', async () => existsSync(port));
  const [number] = readFileSync(port, 'utf8').split('\n');
  const urls = async (): Promise<string> => {
    const targets = (await (await fetch(`http://127.0.0.1:${number}/json/list`)).json()) as { url: string }[];
    return targets.map(({ url }) => url).join('\n');
  };
  await until('the extension runs', async () => /^chrome-extension:.*background\.js$/m.test(await urls()));
  await until('the EHR is open', async () => (await urls()).includes(ehr));
  await opened.close();
  server.close();
  expect(existsSync(profile)).toBe(false);
});
