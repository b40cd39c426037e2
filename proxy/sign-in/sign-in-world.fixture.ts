import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, createBrowser } from '../fixtures/identity-provider.ts';
import { PAGE, startWorld } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';

/** A proxy at an address that is known before its options are, as a provider has to know it. */
export async function startAtKnownAddress(toOptions: (publicUrl: string) => Promise<Partial<ProxyOptions>>) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const world = await startWorld({ publicUrl, ...(await toOptions(publicUrl)) });
  server.on('request', world.proxy.handle);
  const post = (browser: Browser, path: string, body: object, origin = PAGE) =>
    browser.get(`${publicUrl}${path}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    ...world,
    publicUrl,
    browser: (): Browser => createBrowser(),
    session: (browser: Browser, body: object = {}) => post(browser, '/session', body),
    signOut: (browser: Browser, origin?: string) => post(browser, '/sign-out', {}, origin),
    /** Follows a sign-in as far as the page that it leads to, which is not there. */
    signIn: (browser: Browser, path: string) =>
      browser.follow(`${publicUrl}${path}`, (to) => !to.startsWith(PAGE)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await world.close();
    },
  };
}
export type KnownWorld = Awaited<ReturnType<typeof startAtKnownAddress>>;
