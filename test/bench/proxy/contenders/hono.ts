import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { tellPort } from '../child.ts';

const [upstream = ''] = process.argv.slice(2);
const app = new Hono();
app.all('*', (context) =>
  proxy(`${upstream}${context.req.path}`, {
    headers: { ...context.req.header(), 'x-api-key': 'bench-key', 'x-api-secret': 'bench-secret' },
  }),
);
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => tellPort(port));
