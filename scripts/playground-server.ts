import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { rolldown } from 'rolldown';
import { forBrowsers } from './build-widget.ts';
import { elementsManifest, elementsOf } from './elements/manifest.ts';
import { withReload } from './reload.ts';
import { isProxys, startOpenClinic } from './stack/open-clinic.ts';
import { StackError } from './stack/ports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'widget', 'playground');

/**
 * Everything that the playground's page is made of, by path: document, style, modules, and the facts that its
 * controls are made from (the elements' JSDoc and the themes).
 */
async function playgroundFiles(professionalId: string) {
  const files = new Map<string, { readonly type: string; readonly body: string }>();
  const add = (path: string, type: string, body: string): void => void files.set(path, { type, body });
  add('/', 'text/html; charset=utf-8', readFileSync(join(page, 'index.html'), 'utf8'));
  add('/page.css', 'text/css; charset=utf-8', readFileSync(join(page, 'page.css'), 'utf8'));

  const elements = elementsOf(await elementsManifest()).map(
    ({ tagName, attributes, events, slots, cssProperties }) => ({
      tagName,
      attributes: attributes.map(({ type, ...one }) => ({ ...one, type: type?.text ?? '' })),
      events: events.map(({ name }) => name),
      slots,
      tokens: cssProperties,
    }),
  );
  const themes = globSync('*.css', { cwd: join(root, 'widget', 'themes') })
    .toSorted()
    .map((file) => ({
      name: basename(file, '.css'),
      css: readFileSync(join(root, 'widget', 'themes', file), 'utf8'),
    }));
  add('/facts.json', 'application/json', JSON.stringify({ elements, themes, professionalId }));

  const bundle = await rolldown({ ...forBrowsers, input: { page: join(page, 'page.ts') } });
  try {
    const { output } = await bundle.generate({ format: 'esm', minify: true, entryFileNames: '[name].js' });
    for (const file of output) {
      if (file.type === 'chunk') add(`/${file.fileName}`, 'text/javascript; charset=utf-8', file.code);
    }
  } finally {
    await bundle.close();
  }
  return files;
}

/** The policy that issue and README promise the elements work under; what they read is of the same origin here. */
export const PLAYGROUND_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': PLAYGROUND_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

interface PlaygroundOptions {
  /** 0 for a free one. @default 4400 */
  readonly port?: number;
  /** Where the sandbox's clock begins, RFC 3339. @default real time */
  readonly now?: string;
  /** Told what is being done, a short sentence each. */
  readonly onProgress?: (sentence: string) => void;
}

export type Playground = Awaited<ReturnType<typeof startPlayground>>;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Takes the port before anything else is done, since filling the clinic takes a while. */
async function listen(handler: Handler, port: number) {
  // Whoever reaches it acts as the demonstration's professional, so that only this machine may.
  const server = createServer(handler).listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') {
      throw new StackError(`Port ${port} cannot be used by the playground (${code}).`);
    }
    const choose = 'Stop what uses it, or choose another with -- --port 4500.';
    throw new StackError(`Port ${port}, which the playground needs, is in use. ${choose}`);
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close().closeAllConnections();
      await closed;
    },
  };
}

/**
 * Starts the playground: its page, and on the same origin a proxy in front of a sandbox in memory.
 *
 * @throws {StackError} where the port is taken
 */
export async function startPlayground({ port = 4400, now, onProgress = () => {} }: PlaygroundOptions = {}) {
  let answer: Handler = (_, response) =>
    void response.writeHead(503, HEADERS).end('The playground is starting.');
  await using starting = new AsyncDisposableStack();
  const listening = await listen((request, response) => answer(request, response), port);
  starting.defer(listening.close);
  const url = `http://localhost:${listening.port}`;

  onProgress('Starting the sandbox and filling its clinic …');
  const clinic = await startOpenClinic({ url, origins: [`http://127.0.0.1:${listening.port}`], now });
  starting.defer(clinic.close);
  const { professionalId, sandbox } = clinic;

  onProgress('Building the page …');
  const files = await playgroundFiles(professionalId);
  const servePage = withReload(async (request) => {
    const path = new URL(request.url).pathname;
    if (path === '/favicon.ico') return new Response(null, { status: 204, headers: HEADERS });
    const file = files.get(path);
    if (file && request.method === 'GET') {
      return new Response(file.body, { headers: { ...HEADERS, 'content-type': file.type } });
    }
    const what = file ? request.method : 'this address';
    return new Response(`Nothing is at ${what}.`, { status: file ? 405 : 404, headers: HEADERS });
  });
  const listener = getRequestListener(servePage);
  answer = (request, response) => {
    if (isProxys(new URL(request.url ?? '/', url).pathname)) return clinic.handle(request, response);
    void listener(request, response);
  };
  const running = starting.move();
  /** `sandbox` is where the sandbox stands that it reads. */
  return { url, sandbox, close: () => running.disposeAsync() };
}
