import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import type { findConnectionCause } from '../../widget/connection-cause.ts';

const open: Server[] = [];
test.afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** Serves on a free port of this machine; gives the origin. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  open.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SCRIPT = stripTypeScriptTypes(readFileSync('widget/connection-cause.ts', 'utf8'));
/** A page under a policy, with what the elements load to explain a connection. */
const servePage = (policy: string) =>
  serve((request, response) => {
    response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', request.url === '/cause.js' ? 'text/javascript' : 'text/html');
    response.end(request.url === '/cause.js' ? SCRIPT : '<!doctype html>');
  });

const find = (page: Page, baseUrl: string) =>
  page.evaluate(async (asked) => {
    const script: string = '/cause.js';
    const cause = (await import(script)) as { readonly findConnectionCause: typeof findConnectionCause };
    return cause.findConnectionCause(asked);
  }, baseUrl);

for (const { title, policy, says } of [
  {
    title: 'CORS',
    policy: "default-src 'self'; connect-src *",
    says: /answers, but does not let a script of this page/,
  },
  {
    title: "the page's policy",
    policy: "default-src 'self'",
    says: /^The Content-Security-Policy of this page does not/,
  },
])
  test(`a proxy that answers is told from ${title}`, async ({ page }) => {
    const proxy = await serve((_, response) => response.end('{"status":"ok"}'));
    await page.goto(await servePage(policy));
    const found = await find(page, proxy);
    expect(found?.cause).toMatch(says);
    expect(found?.cause).toContain(proxy);
  });

test('a proxy that does not run is told from one that refuses the page', async ({ page }) => {
  const gone = await serve(() => {});
  open.pop()?.close();
  await page.goto(await servePage("default-src 'self'; connect-src *"));
  const found = await find(page, gone);
  expect(found?.cause).toBe(`Nothing answers at ${gone}.`);
});
