import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, createTokenSource, getPatient, type Token } from '@instrument-panel/client';
import { verifyWebhook } from '@instrument-panel/client/webhooks';
import { answeredBody, deliver, SECRET, signatureOf } from '../../proxy/fixtures/delivery.ts';
import { PAGE, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../../proxy/fixtures/world.ts';
import type { ProxyOptions } from '../../proxy/options.ts';
import type { Mistake } from './table.ts';

const params = { professionalId: PROFESSIONAL, patientId: PATIENT };
const path = `/third-party/api/v1/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
const messageOf = (error: unknown): string => (error as Error).message;
const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(() => Promise.reject(new Error('It was not refused.')), messageOf);

/** What a request of a page gets of the proxy: status, code, message. */
async function answerOf(asked: Promise<Response>): Promise<string> {
  const answer = await asked;
  const { code, message } = (await answer.json()) as Record<string, string>;
  return `${answer.status} ${code}: ${message}`;
}

/** What the operator reads in the log. */
const hintOf = ({ lines }: World, event: string): string => {
  const line = lines.find((one) => one.event === event);
  return `In the log, ${event}: ${line?.hint}`;
};

/** Brings a mistake about in a proxy of its own. */
async function inWorld(
  done: string,
  more: Partial<ProxyOptions>,
  bring: (world: World) => Promise<string>,
): Promise<Mistake> {
  const world = await startWorld(more);
  try {
    return { done, said: await bring(world) };
  } finally {
    await world.close();
  }
}

const session = (world: World, init: RequestInit = {}): Promise<string> =>
  answerOf(
    fetch(`${world.url}/session`, {
      method: 'POST',
      body: '{}',
      ...init,
      headers: { origin: PAGE, 'content-type': 'application/json', ...init.headers },
    }),
  );
const asking = async (world: World, init: RequestInit = {}, token?: string): Promise<string> =>
  answerOf(
    fetch(world.url + path, {
      ...init,
      headers: { authorization: `Bearer ${token ?? (await tokenFor())}`, origin: PAGE, ...init.headers },
    }),
  );
const hour = 3_600_000;

/** Mistakes around the proxy: what the page, or who looks into the log, is told. */
export const proxyMistakes = (): Promise<Mistake[]> =>
  Promise.all([
    inWorld('fetchToken without credentials: "include"', {}, (world) => session(world)),
    inWorld('the page is not among origins', {}, (world) =>
      session(world, { headers: { origin: 'http://localhost:5173' } }),
    ),
    inWorld(
      'the session hook throws',
      { session: () => Promise.reject(new TypeError('no')) },
      async (world) => {
        const said = await session(world);
        return `${said} ${hintOf(world, 'session-hook-failed')}`;
      },
    ),
    inWorld(
      'the session hook returns the user in place of a grant',
      { session: async () => ({ id: 7, name: 'Ana' }) as never },
      async (world) => {
        const said = await session(world);
        return `${said} ${hintOf(world, 'session-hook-failed')}`;
      },
    ),
    inWorld('POST /session with a form', {}, (world) =>
      session(world, { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ),
    inWorld('no token', {}, (world) => answerOf(fetch(world.url + path))),
    inWorld('the token without the word Bearer', {}, async (world) =>
      answerOf(fetch(world.url + path, { headers: { authorization: await tokenFor() } })),
    ),
    inWorld("the token of another proxy (live's at the sandbox)", {}, async (world) =>
      asking(world, {}, await tokenFor({ aud: 'live' })),
    ),
    inWorld('a token kept for an hour', {}, async (world) =>
      asking(world, {}, await tokenFor({}, () => Date.now() - hour)),
    ),
    inWorld('the clock of the proxy that minted is an hour ahead', {}, async (world) =>
      asking(world, {}, await tokenFor({}, () => Date.now() + hour)),
    ),
    inWorld('another page uses the token', {}, (world) =>
      asking(world, { headers: { origin: 'https://portal.clinic.example' } }),
    ),
    inWorld('the token lacks the action', {}, async (world) =>
      asking(world, {}, await tokenFor({ ops: ['apply'] })),
    ),
    inWorld('the API path twice', {}, async (world) =>
      answerOf(
        fetch(`${world.url}/third-party/api/v1${path}`, {
          headers: { authorization: `Bearer ${await tokenFor()}` },
        }),
      ),
    ),
    inWorld('a body parser before the proxy', {}, async (world) => {
      const request = new Request(`${world.url}/session`, {
        method: 'POST',
        body: '{}',
        headers: { origin: PAGE, 'content-type': 'application/json' },
      });
      await request.text();
      return answerOf(world.proxy.fetch(request));
    }),
    inWorld('key and secret that the service does not know', {}, async (world) => {
      world.service.answer = () => ({ status: 401, body: { code: 'INVALID_API_KEY', message: 'no' } });
      const said = await asking(world);
      return `${said} ${hintOf(world, 'upstream-refused-credentials')}`;
    }),
    inWorld('the server is not on the address list of the service', {}, async (world) => {
      world.service.answer = () => ({ status: 403, body: { code: 'IP_NOT_ALLOWED', message: 'no' } });
      const said = await asking(world);
      return `${said} ${hintOf(world, 'upstream-refused-credentials')}`;
    }),
    inWorld(
      'upstream names a port where nothing listens',
      { upstream: 'http://127.0.0.1:1' },
      async (world) => {
        const said = await asking(world);
        return `${said} ${hintOf(world, 'service-unreachable')}`;
      },
    ),
    inWorld('upstream is a website', {}, async (world) => {
      world.service.answer = () => ({ headers: { 'content-type': 'text/html' }, body: '<!doctype html>' });
      return asking(world);
    }),
    inWorld('the webhook secret of another environment', { webhooks: { secrets: [SECRET] } }, (world) => {
      const body = answeredBody(1);
      const signature = signatureOf(body, Math.floor(Date.now() / 1_000), 'another-secret-0123456789');
      return answerOf(deliver(world.url, body, { signature }));
    }),
    inWorld("the proxy's clock is ten minutes off", { webhooks: { secrets: [SECRET] } }, (world) => {
      const body = answeredBody(1);
      return answerOf(
        deliver(world.url, body, { signature: signatureOf(body, Math.floor(Date.now() / 1_000) - 600) }),
      );
    }),
  ]);

/** A server of its own at a free port, which answers everything alike. */
async function serving<T>(
  status: number,
  type: string,
  text: string,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(
    (_, answer) => void answer.writeHead(status, { 'content-type': type }).end(text),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const auth = { key: 'key', secret: 'secret' };
const calling = (baseUrl: string): Promise<string> =>
  failureOf(createClient({ baseUrl, auth, attempts: 1 })(getPatient, { params }));
const tokenOf = (given: () => Promise<unknown>): Promise<string> =>
  failureOf(
    createTokenSource(given as () => Promise<Token>, {}).get('initial', new AbortController().signal),
  );
const start = (baseUrl: string): string => {
  try {
    createClient({ baseUrl, auth });
  } catch (error) {
    return messageOf(error);
  }
  throw new Error('It was not refused.');
};

/** An address at which nothing listens: a free port that was let go. */
async function findClosed(): Promise<string> {
  let closed = '';
  await serving(200, 'text/plain', '', async (url) => {
    closed = url;
  });
  return closed;
}

/** Mistakes with the typed client and with webhooks. */
export async function clientMistakes(): Promise<Mistake[]> {
  const html = '<!doctype html><title>Sign in</title>';
  const body = answeredBody(1);
  const now = Math.floor(Date.now() / 1_000);
  const verify = (sent: string, signature: string | undefined): Promise<string> =>
    failureOf(verifyWebhook(new TextEncoder().encode(sent), signature, { secrets: [SECRET] }));
  const rows: Readonly<Record<string, string | Promise<string>>> = {
    'baseUrl without https://': start('scores.clinic.example'),
    'baseUrl with the API path': start('https://scores.clinic.example/third-party/api/v1'),
    'baseUrl names a port where nothing listens': calling(await findClosed()),
    'baseUrl names a host that does not exist': calling('http://does-not-exist.invalid'),
    'https in baseUrl, and the server speaks http': serving(200, 'text/html', html, (url) =>
      calling(url.replace('http:', 'https:')),
    ),
    'baseUrl is a page of your own (200, HTML)': serving(200, 'text/html', html, calling),
    'baseUrl is a page of your own (404, HTML)': serving(404, 'text/html', html, calling),
    'a load balancer answers in place of the server (502, HTML)': serving(502, 'text/html', html, calling),
    'an id that is no UUID': failureOf(
      createClient({ baseUrl: 'https://a.example', auth })(getPatient, {
        params: { ...params, patientId: '4711' },
      }),
    ),
    'the id of another environment': serving(
      404,
      'application/json',
      '{"code":"NOT_FOUND","message":"no"}',
      calling,
    ),
    'fetchToken throws': tokenOf(() => Promise.reject(new TypeError('Failed to fetch'))),
    'fetchToken forgets to return': tokenOf(async () => undefined),
    'fetchToken returns the text of the answer': tokenOf(async () => html),
    'fetchToken returns the bare token': tokenOf(async () => 'aaa.bbb.ccc'),
    'fetchToken gives expiresIn in milliseconds': tokenOf(async () => ({
      token: 'a.b.c',
      expiresIn: 600_000,
    })),
    'fetchToken gives expiresIn as a text': tokenOf(async () => ({ token: 'a.b.c', expiresIn: '600' })),
    'fetchToken gives a token that has ended': tokenOf(async () => ({ token: 'a.b.c', expiresIn: -5 })),
    'fetchToken is no function': tokenOf('https://panel.example/session' as never),
    'a webhook without its signature': verify(body, undefined),
    'a webhook that was parsed and written anew': verify(`${body} `, signatureOf(body, now)),
    'a webhook on a server with a wrong clock': verify(body, signatureOf(body, now - 600)),
  };
  return Promise.all(Object.entries(rows).map(async ([done, said]) => ({ done, said: await said })));
}
