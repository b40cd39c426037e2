import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAudit } from '../audit/audit.ts';
import { runHere } from '../cli/run-here.fixture.ts';
import { SECRET } from '../fixtures/delivery.ts';
import { type Faults, startLauncher } from '../fixtures/launcher.ts';
import { startRedisServer } from '../fixtures/redis-server.ts';
import type { StubAnswer } from '../fixtures/stub-service.ts';
import { PAGE, startWorld, type World } from '../fixtures/world.ts';
import { openStorage } from '../storage/open.ts';
import type { SessionHook } from '../token/grant.ts';
import type { Finding } from './finding.ts';

const SECRET_MODULE = new URL('../secret.ts', import.meta.url).href;
const PLAIN = 'http://ehr.clinic.example';
const KEY = randomBytes(32).toString('base64');
const OTHER = randomBytes(32).toString('base64');
const SERVICE_ANSWER = (): StubAnswer => ({ body: [] });
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** What a front end between browser and proxy does wrong; by default it passes everything on. */
interface FrontEnd {
  request?: (text: string) => string;
  headers?: (headers: Record<string, string>) => unknown;
  ownAnswer?: (method: string, path: string) => number | undefined;
}

let folder: string;
let world: World;
let front: FrontEnd;
let frontUrl: string;
let count = 0;
const closing: (() => unknown)[] = [];
let session: SessionHook;

async function serve(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const passOn: RequestListener = async (request, reply) => {
  const own = front.ownAnswer?.(request.method ?? '', request.url ?? '');
  if (own !== undefined) return void reply.writeHead(own).end('<html></html>');
  let body = '';
  for await (const chunk of request) body += chunk;
  const { host: _, connection: _1, 'content-length': _2, ...headers } = request.headers;
  const answer = await fetch(`${world.url}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body === '' ? {} : { body: front.request?.(body) ?? body }),
  });
  const { 'content-length': _3, 'content-encoding': _4, ...kept } = Object.fromEntries(answer.headers);
  front.headers?.(kept);
  reply.writeHead(answer.status, kept).end(await answer.text());
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-doctor-'));
  const origins = [PAGE, PLAIN];
  world = await startWorld({
    origins,
    webhooks: { secrets: [SECRET] },
    session: (request) => session(request),
  });
  frontUrl = `http://127.0.0.1:${await serve(createServer(passOn))}`;
});
afterAll(async () => {
  for (const close of closing) await close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A sound configuration of the running proxy; `changes` replace options, as the text of the module. */
function writeConfig(changes: Readonly<Record<string, string>>): string {
  const options: Record<string, string> = {
    upstream: `'${world.service.url}'`,
    credentials: "{ key: 'partner-key', secret: 'partner-secret-canary' }",
    keys: `[{ kid: 'a', alg: 'HS256', key: Buffer.from('${KEY}', 'base64'), signs: true }]`,
    issuer: "'https://panel.clinic.example'",
    audience: "'live'",
    origins: `['${PAGE}']`,
    session: 'async () => null',
    storage: `{ file: '${join(folder, `${++count}.sqlite`)}' }`,
    webhooks: `{ secrets: ['${SECRET}'] }`,
    publicUrl: `'${frontUrl}'`,
    ...changes,
  };
  const file = join(folder, `${++count}.config.mts`);
  const lines = Object.entries(options).map(([name, value]) => `  ${name}: ${value},`);
  writeFileSync(
    file,
    `import { readSecret } from '${SECRET_MODULE}';\nexport default {\n${lines.join('\n')}\n};\n`,
  );
  return file;
}

async function diagnose(config: string, ...args: readonly string[]) {
  const { code, out, err } = await runHere(['doctor', '--config', config, '--json', ...args]);
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Finding[] };
  for (const secret of ['partner-secret-canary', SECRET, KEY, OTHER]) expect(out + err).not.toContain(secret);
  return {
    code,
    ok,
    findings,
    bad: findings.filter(({ state }) => state === 'failed' || state === 'warning'),
  };
}

function reset(): void {
  front = {};
  session = async () => null;
  world.service.answer = SERVICE_ANSWER;
}

const COOKIE = 'sid=x; Path=/; HttpOnly; Secure; SameSite=Lax; Domain=clinic.example';
const PUBLIC = { publicUrl: "'https://panel.clinic.example'", trustedProxyHops: '1' };

test('what is sound is said to be, hop by hop', async () => {
  reset();
  const config = writeConfig(PUBLIC);
  const { code, bad, findings } = await diagnose(config, '--url', frontUrl, '--cookie', COOKIE);
  expect([code, bad]).toEqual([0, []]);
  expect(findings.map(({ hop }) => hop)).toEqual([
    ...['configuration', 'service DNS', 'service connection', 'service credentials', 'clock', 'storage'],
    ...['proxy DNS', 'proxy connection', 'proxy', 'readiness', 'CORS', 'session', 'cookie', 'webhooks'],
  ]);
  const plain = await runHere(['doctor', '--config', config, '--url', frontUrl]);
  expect(plain.code).toBe(0);
  expect(plain.out).toMatch(/^ok {7}service credentials +taken, from an address that is allowed$/m);
  expect(plain.out).toMatch(/^skipped {2}cookie +Give --cookie/m);
});

test('stores no event, and asks the service for no patient', async () => {
  reset();
  world.service.requests.length = 0;
  await diagnose(writeConfig({}));
  expect(world.service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /third-party/api/v1/forms/tags',
  ]);
  const stored = world.lines.filter(({ route }) => route === 'POST /webhooks').map(({ code }) => code);
  expect(new Set(stored)).toEqual(new Set(['VALIDATION_ERROR']));
});

/** A sign-in at a provider that answers the token request with an error. */
async function oidc(status: number, error: string): Promise<Record<string, string>> {
  const provider = await startLauncher('panel', 'partner-secret-canary', []);
  closing.push(provider.close);
  provider.faults.refusal = { status, body: { error, error_description: 'partner-secret-canary' } };
  const { href } = new URL('../sign-in/oidc.ts', import.meta.url);
  return {
    session: `(await import('${href}')).oidcSession({ issuer: '${provider.issuer}', clientId: 'panel', clientSecret: 'secret-of-oidc-canary', grant: () => null })`,
  };
}

test('a provider that refuses a made-up code only is said to take the client', async () => {
  reset();
  const { code, findings } = await diagnose(writeConfig(await oidc(400, 'invalid_grant')));
  const taken = findings.filter(({ hop }) => hop === 'sign-in client');
  expect([code, taken]).toEqual([
    0,
    [{ hop: 'sign-in client', state: 'ok', found: expect.stringMatching(/^http:\S+ takes the client\.$/) }],
  ]);
});

/** An EHR that launches, with a fault of its own. */
async function smart(faults: Faults = {}): Promise<Record<string, string>> {
  const ehr = await startLauncher('panel', 'partner-secret-canary', []);
  closing.push(ehr.close);
  Object.assign(ehr.faults, faults);
  const { href } = new URL('../sign-in/smart.ts', import.meta.url);
  return {
    session: `(await import('${href}')).smartSession({ issuers: [{ iss: '${ehr.iss}', clientId: 'panel', clientSecret: 'secret-of-smart-canary' }], page: '${PAGE}/panel', professional: () => null, patient: () => null })`,
  };
}
const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

test('an EHR that can launch is said to, with the addresses that have to be registered there', async () => {
  reset();
  const { code, findings } = await diagnose(writeConfig(await smart({ refusal: invalidGrant })));
  const found = findings.filter(({ hop }) => hop.startsWith('sign-in'));
  expect([code, found.map(({ hop, state }) => [hop, state])]).toEqual([
    0,
    [
      ['sign-in', 'ok'],
      ['sign-in addresses', 'ok'],
      ['sign-in client', 'ok'],
    ],
  ]);
  expect(found[0]?.found).toMatch(/smart-configuration, with its keys$/);
  expect(found[1]?.found).toMatch(/^To be registered there: http\S+\/launch, http\S+\/launch\/callback$/);
});

interface Plant {
  readonly options?: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  readonly service?: () => StubAnswer;
  readonly front?: FrontEnd;
  readonly session?: SessionHook;
  readonly args?: readonly string[];
}

/** A storage with a row and a mapping, and options with other keys. */
async function begun(pick: (keys: Record<'audit' | 'mapping', string>) => Record<string, string>) {
  const file = join(folder, `${++count}.sqlite`);
  const storage = await openStorage({ file });
  const audit = createAudit({
    storage: async () => storage,
    audit: { key: null },
    clock: Date.now,
    log: () => {},
  });
  const who = { sub: 's', role: 'operations', professionalId: null } as const;
  await audit.note({ route: 'POST /x', who, jti: 'j'.repeat(20), ids: {} });
  await storage.mapping.fingerprint('of another key');
  await storage.close();
  const key = `{ key: Buffer.from('${OTHER}', 'base64') }`;
  return { storage: `{ file: '${file}' }`, ...pick({ audit: key, mapping: key }) };
}

/** Redis that breaks a promise. */
async function redis(broken: 'appendonly' | 'eviction'): Promise<Record<string, string>> {
  const server = await startRedisServer(broken !== 'appendonly');
  closing.push(server.close);
  if (broken === 'eviction')
    execFileSync('redis-cli', [
      '-p',
      String(server.port),
      'config',
      'set',
      'maxmemory-policy',
      'allkeys-lru',
    ]);
  return { storage: `{ redis: '${server.url}' }` };
}

async function selfSigned(): Promise<Record<string, string>> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const args = ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-subj', '/CN=localhost', '-days', '2'];
  execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) });
  return { upstream: `'https://localhost:${await serve(server)}'` };
}

const refuse = (status: number, code: string) => () => ({ status, body: { code, message: 'No.' } });

const PLANTED: Readonly<Record<string, [Plant, hop: string, found: RegExp, remedy: RegExp]>> = {
  'an option that is misspelt': [
    { options: () => ({ trustedProxyHop: '1' }) },
    'configuration',
    /trustedProxyHop is not known\. Did you mean trustedProxyHops\?/,
    /Correct/,
  ],
  'a key that is too short': [
    { options: () => ({ keys: "[{ kid: 'a', alg: 'HS256', key: Buffer.from('short'), signs: true }]" }) },
    'configuration',
    /keys\[0\] has 5 bytes; HS256 needs at least 32/,
    /Correct/,
  ],
  'one key for two purposes': [
    { options: () => ({ mapping: `{ key: Buffer.from('${KEY}', 'base64') }` }) },
    'configuration',
    /mapping\.key is the same secret as keys\[0\]\. Make one for each/,
    /Correct/,
  ],
  'a service in plain text': [
    { options: () => ({ upstream: "'http://api.service.example'" }) },
    'configuration',
    /plain text\. Use https:\/\//,
    /Correct/,
  ],
  'a Redis without TLS': [
    { options: () => ({ storage: "{ redis: 'redis://redis.clinic.example' }" }) },
    'configuration',
    /without TLS \(rediss:\/\/\)/,
    /Correct/,
  ],
  'a secret that is not in the environment': [
    { options: () => ({ credentials: "{ key: readSecret('UNSET_KEY'), secret: 's' }" }) },
    'configuration',
    /UNSET_KEY is read from the environment, where neither it nor UNSET_KEY_FILE is set/,
    /Correct/,
  ],
  'a module that throws': [
    { options: () => ({ issuer: '(() => { throw new TypeError("partner-secret-canary"); })()' }) },
    'configuration',
    /cannot be loaded \(TypeError\)/,
    /--check/,
  ],
  'a name that DNS does not have': [
    { options: () => ({ upstream: "'https://nowhere.invalid'" }) },
    'service DNS',
    /(ENOTFOUND|EAI_AGAIN)\): its name has no address/,
    /^Check its name.*DNS/,
  ],
  'a port at which nothing listens': [
    { options: () => ({ upstream: "'http://127.0.0.1:9'" }) },
    'service connection',
    /ECONNREFUSED/,
    /port/,
  ],
  'https at a port of plain text': [
    { options: () => ({ upstream: `'${world.service.url.replace('http:', 'https:')}'` }) },
    'service TLS',
    /does not speak TLS/,
    /https and the port/,
  ],
  ...(hasOpenssl && {
    'a certificate of an unknown CA': [
      { options: selfSigned },
      'service TLS',
      /SELF_SIGNED\w*\): its certificate is not trusted/,
      /NODE_EXTRA_CA_CERTS/,
    ] as [Plant, string, RegExp, RegExp],
  }),
  'credentials that the service does not know': [
    { service: refuse(401, 'INVALID_API_KEY') },
    'service credentials',
    /401 INVALID_API_KEY/,
    /credentials\.key/,
  ],
  'an address that is not on the allow-list': [
    { service: refuse(403, 'IP_NOT_ALLOWED') },
    'service credentials',
    /403 IP_NOT_ALLOWED/,
    /allow-list/,
  ],
  'a web page in the place of the service': [
    { service: () => ({ headers: { 'content-type': 'text/html' }, body: '<html></html>' }) },
    'service credentials',
    /not the service/,
    /upstream/,
  ],
  'an upstream that redirects': [
    { service: () => ({ status: 301, headers: { location: 'https://www.service.example/a?b' } }) },
    'service credentials',
    /redirects to https:\/\/www\.service\.example\.$/,
    /Set upstream/,
  ],
  'a clock that is wrong by ten minutes': [
    {
      service: () => ({ body: [], headers: { date: new Date(Date.now() + 600_000).toUTCString() } }),
    },
    'clock',
    /(599|600|601) s away.*refused as untimely/,
    /NTP/,
  ],
  'a storage in a folder that is missing': [
    { options: () => ({ storage: "{ file: '/nowhere/at/all/proxy.sqlite' }" }) },
    'storage',
    /cannot be written to/,
    /install -d -m 700/,
  ],
  'a trail that was begun with another key': [
    { options: () => begun(({ audit }) => ({ audit })) },
    'storage',
    /^The last row of the audit trail does not hold under the option audit\.key\.$/,
    /^Give the key \(or none\) that it was begun with/,
  ],
  'links that were made with another key': [
    { options: () => begun(({ mapping }) => ({ mapping })) },
    'storage',
    /^The option mapping\.key is not the one that the stored mapping was made with\.$/,
    /^Give that one/,
  ],
  'a storage in memory': [
    { options: () => ({ storage: "{ file: ':memory:' }" }) },
    'storage',
    /end with the process/,
    /Name a file/,
  ],
  'a storage that others can read': [
    {
      options: () => {
        const file = join(folder, `${++count}.sqlite`);
        writeFileSync(file, '', { mode: 0o644 });
        return { storage: `{ file: '${file}' }` };
      },
    },
    'rights',
    /read by others/,
    /chmod 600/,
  ],
  'a Postgres that is away': [
    { options: () => ({ storage: "{ postgres: 'postgres://panel@127.0.0.1:9/panel' }" }) },
    'storage',
    /Postgres at postgres:\/\/127\.0\.0\.1:9\/panel cannot be used/,
    /^Check the address/,
  ],
  'a Redis that keeps nothing on disk': [
    { options: () => redis('appendonly') },
    'storage',
    /keeps nothing on disk/,
    /appendonly yes/,
  ],
  'a Redis that evicts': [{ options: () => redis('eviction') }, 'storage', /throws keys away/, /noeviction/],
  'a proxy that does not run': [
    { options: () => ({ publicUrl: "'http://127.0.0.1:9'" }) },
    'proxy connection',
    /ECONNREFUSED/,
    /runs/,
  ],
  'a front end whose word on addresses is not taken': [
    { options: () => ({ ...PUBLIC, trustedProxyHops: '0' }), args: [] },
    'front end',
    /all callers count as one address/,
    /Set trustedProxyHops/,
  ],
  'a front end that leads elsewhere': [
    { front: { ownAnswer: () => 404 } },
    'proxy',
    /\/healthz answered 404/,
    /front end pass every path on/,
  ],
  'a front end that answers preflights itself': [
    { front: { ownAnswer: (method) => (method === 'OPTIONS' ? 405 : undefined) } },
    'CORS',
    /gets no leave/,
    /pass OPTIONS on/,
  ],
  'a front end that adds CORS headers': [
    {
      front: {
        headers: (headers) => Object.assign(headers, { 'access-control-allow-origin': `${PAGE}, *` }),
      },
    },
    'CORS',
    /is answered with Access-Control-Allow-Origin: https:\/\/ehr\.clinic\.example, \*/,
    /Take the CORS headers out/,
  ],
  'an origin that the running proxy does not know': [
    { options: () => ({ origins: "['https://portal.clinic.example']" }) },
    'CORS',
    /portal\.clinic\.example gets no leave/,
    /SIGHUP/,
  ],
  'a page in plain text': [
    { options: () => ({ origins: `['${PLAIN}']` }) },
    'CORS',
    /in plain text/,
    /https/,
  ],
  'a front end that writes bodies anew': [
    { front: { request: (text) => JSON.stringify(JSON.parse(text)) } },
    'webhooks',
    /401 SIGNATURE_INVALID/,
    /byte for byte/,
  ],
  'a secret that the running proxy does not have': [
    { options: () => ({ webhooks: `{ secrets: ['${OTHER}'] }` }) },
    'webhooks',
    /401 SIGNATURE_INVALID/,
    /SIGHUP/,
  ],
  'a hook that lets everybody in': [
    {
      session: async () => ({
        sub: 'anybody',
        role: 'professional',
        professionalId: crypto.randomUUID(),
        actions: ['read'],
      }),
    },
    'session',
    /granted without a cookie/,
    /Return null/,
  ],
  'a hook that throws': [
    { session: () => Promise.reject(new Error('partner-secret-canary')) },
    'session',
    /503 SESSION_UNAVAILABLE/,
    /session-hook-failed/,
  ],
  'a cookie of a sibling host without Domain': [
    { options: () => PUBLIC, args: ['--cookie', COOKIE.replace('; Domain=clinic.example', '')] },
    'cookie',
    /does not reach panel\.clinic\.example: it has no Domain/,
    /Domain=clinic\.example/,
  ],
  'a cookie that is not sent to another site': [
    {
      options: () => ({ ...PUBLIC, publicUrl: "'https://panel.vendor.example'" }),
      args: ['--cookie', COOKIE],
    },
    'cookie',
    /not sent to another site, https:\/\/panel\.vendor\.example/,
    /https:\/\/panel\.clinic\.example/,
  ],
  'a cookie of another path': [
    { options: () => PUBLIC, args: ['--cookie', COOKIE.replace('Path=/', 'Path=/ehr')] },
    'cookie',
    /Path=\/ehr/,
    /Set Path=\//,
  ],
  'an identity provider that is not there': [
    {
      options: () => ({
        session: `{ description: 'OpenID Connect', discovery: ['${frontUrl}/no/.well-known/openid-configuration'], secrets: () => [], check: () => {}, connect: () => {} }`,
      }),
    },
    'sign-in',
    /answered 404/,
    /issuer/,
  ],
  'a client secret that the identity provider no longer takes': [
    { options: () => oidc(401, 'invalid_client') },
    'sign-in client',
    /OAUTH_RESPONSE_BODY_ERROR, invalid_client/,
    /clientSecret.*has expired/,
  ],
  'an EHR without S256': [
    {
      options: () => smart({ metadata: (all) => ({ ...all, code_challenge_methods_supported: ['plain'] }) }),
    },
    'sign-in',
    /smart-configuration: code_challenge_methods_supported must list S256\./,
    /publish/,
  ],
  'an EHR whose tokens go over plain text': [
    { options: () => smart({ metadata: (all) => ({ ...all, token_endpoint: 'http://ehr.example/t' }) }) },
    'sign-in',
    /token_endpoint must be an https address/,
    /publish/,
  ],
  'an EHR whose keys are not where it says': [
    { options: () => smart({ metadata: (all) => ({ ...all, jwks_uri: `${frontUrl}/no-keys` }) }) },
    'sign-in',
    /no-keys \(jwks_uri\) answered 404, and not with keys/,
    /publish/,
  ],
  'an EHR whose keys cannot be reached': [
    { options: () => smart({ metadata: (all) => ({ ...all, jwks_uri: 'http://127.0.0.1:5/jwks' }) }) },
    'sign-in',
    /127\.0\.0\.1:5\/jwks: Cannot be reached \(ECONNREFUSED\)/,
    /./,
  ],
  'a secret that the EHR does not take': [
    { options: () => smart({ refusal: { status: 401, body: { error: 'invalid_client' } } }) },
    'sign-in client',
    /\/fhir\/r4 answered a made-up code with OAUTH_RESPONSE_BODY_ERROR, invalid_client/,
    /clientSecret.*has expired/,
  ],
  'an identity provider of another name': [
    {
      options: async () => {
        const { session = '', ...more } = await oidc(400, 'invalid_grant');
        // The same server by another name.
        return {
          ...more,
          session: session.replace("issuer: 'http://127.0.0.1", "issuer: 'http://localhost"),
        };
      },
    },
    'sign-in client',
    /http:\/\/localhost:\d+ names another issuer/,
    /session\.issuer .* to the letter/,
  ],
  'a login page that is not there': [
    {
      options: () => ({
        authorize: `{ clients: [{ id: 'a', name: 'A', redirects: ['https://a.example/'], origin: '${PAGE}' }], loginUrl: '${frontUrl}/no-login' }`,
      }),
    },
    'login page',
    /answered 404/,
    /loginUrl/,
  ],
};

describe('names what is wrong, and its remedy', () => {
  test.each(Object.entries(PLANTED))('%s', async (_, [plant, hop, found, remedy]) => {
    reset();
    if (plant.service) world.service.answer = plant.service;
    if (plant.front) front = plant.front;
    if (plant.session) session = plant.session;
    const url = plant.args ? ['--url', frontUrl] : [];
    const { bad, code, ok } = await diagnose(
      writeConfig((await plant.options?.()) ?? {}),
      ...url,
      ...(plant.args ?? []),
    );
    // Nothing beside it is called wrong.
    expect([...new Set(bad.map((finding) => finding.hop))]).toEqual([hop]);
    expect(bad[0]).toMatchObject({
      found: expect.stringMatching(found),
      remedy: expect.stringMatching(remedy),
    });
    const isFailure = bad[0]?.state === 'failed';
    expect([code, ok]).toEqual(isFailure ? [1, false] : [0, true]);
  });

  test('at least twenty are planted', () => {
    expect(Object.keys(PLANTED).length).toBeGreaterThanOrEqual(20);
  });
});

test.each([[[]], [['--config', 'a.mts', '--url', 'panel.example']]])('%j is not understood', async (args) => {
  expect((await runHere(['doctor', ...args])).code).toBe(2);
});
