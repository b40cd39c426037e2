import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { tellPort } from '../child.ts';

const [target = ''] = process.argv.slice(2);
const app = express();
app.disable('x-powered-by');
app.use(
  createProxyMiddleware({
    target,
    agent: new Agent({ keepAlive: true }),
    headers: { 'x-api-key': 'bench-key', 'x-api-secret': 'bench-secret' },
  }),
);
const server = app.listen(0, '127.0.0.1', () => tellPort((server.address() as AddressInfo).port));
