/** The proxy inside a Hono application, under `/panel`; the same on Deno and Bun, but for `serve`. */
import { realpathSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createProxy, type ProxyOptions, type Proxy as SigningProxy } from '@instrument-panel/proxy';
import { Hono } from 'hono';
import options from '../proxy.config.ts';

export function createApp(given: ProxyOptions): { app: Hono; proxy: SigningProxy } {
  const proxy = createProxy(given);
  const app = new Hono();
  // Hono takes /panel off the address.
  app.mount('/panel', proxy.fetch);
  app.get('/', (context) => context.text('The rest of the application.'));
  return { app, proxy };
}

if (realpathSync(process.argv[1] ?? '.') === import.meta.filename) {
  const { app, proxy } = createApp(options());
  await proxy.ready();
  serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' });
}
