/** The proxy inside an Express application, under `/panel`. */
import { realpathSync } from 'node:fs';
import { createProxy, type ProxyOptions, type Proxy as SigningProxy } from '@instrument-panel/proxy';
import express, { type Express } from 'express';
import options from '../proxy.config.ts';

export function createApp(given: ProxyOptions): { app: Express; proxy: SigningProxy } {
  const proxy = createProxy(given);
  const app = express();
  // Before any body parser: the proxy reads bodies itself. Express takes /panel off the address.
  app.use('/panel', proxy.handle);
  app.use(express.json());
  app.get('/', (_request, response) => {
    response.send('The rest of the application.');
  });
  return { app, proxy };
}

if (realpathSync(process.argv[1] ?? '.') === import.meta.filename) {
  const { app, proxy } = createApp(options());
  await proxy.ready();
  app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
}
