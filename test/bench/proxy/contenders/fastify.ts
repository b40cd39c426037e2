import proxy from '@fastify/http-proxy';
import fastify from 'fastify';
import { tellPort } from '../child.ts';

const [upstream = ''] = process.argv.slice(2);
const app = fastify({ logger: false });
await app.register(proxy, {
  upstream,
  replyOptions: {
    rewriteRequestHeaders: (_, headers) => ({
      ...headers,
      'x-api-key': 'bench-key',
      'x-api-secret': 'bench-secret',
    }),
  },
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
tellPort(Number(new URL(url).port));
