/** The proxy inside a Fastify application, under `/panel`. */
import { realpathSync } from 'node:fs';
import { createProxy, type ProxyOptions, type Proxy as SigningProxy } from '@instrument-panel/proxy';
import fastify, { type FastifyInstance } from 'fastify';
import options from '../proxy.config.ts';

const PREFIX = '/panel';

export async function createApp(given: ProxyOptions): Promise<{ app: FastifyInstance; proxy: SigningProxy }> {
  const proxy = createProxy(given);
  const app = fastify();
  await app.register(
    async (scope) => {
      // Before Fastify reads a body: the proxy reads bodies itself.
      scope.addHook('onRequest', async ({ raw }, reply) => {
        reply.hijack();
        raw.url = raw.url?.slice(PREFIX.length) || '/';
        proxy.handle(raw, reply.raw);
      });
      // The hook runs for what has a route, and answers it.
      scope.all('/*', async () => {});
    },
    { prefix: PREFIX },
  );
  app.get('/', async () => 'The rest of the application.');
  app.addHook('onClose', () => proxy.close());
  return { app, proxy };
}

if (realpathSync(process.argv[1] ?? '.') === import.meta.filename) {
  const { app, proxy } = await createApp(options());
  await proxy.ready();
  await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
}
