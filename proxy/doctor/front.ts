import { createHmac } from 'node:crypto';
import { BASE_PATH, SIGNATURE_HEADER } from '@instrument-panel/client/contract';
import type { ProxyOptions, ReadySession } from '../options.ts';
import { CLIENT_REMEDY } from '../sign-in/failure.ts';
import { tryCookies } from './cookie.ts';
import { type Finding, findFailed, findOk, findSkipped, findWarning } from './finding.ts';
import { ask, type HopReply, isFinding, isReached, reach } from './reach.ts';

const RELOAD = 'Have the proxy read this configuration (SIGHUP, or a restart)';

async function tryHealth(url: string): Promise<Finding[]> {
  const reply = await ask('proxy', `${url}/healthz`);
  if (isFinding(reply)) return [reply];
  if (reply.status !== 200 || !reply.text.includes('"status":"ok"')) {
    const remedy =
      'Have the front end pass every path on unchanged, to the port of the proxy, and see that it runs.';
    return [findFailed('proxy', `/healthz answered ${reply.status}, and not as the proxy does.`, remedy)];
  }
  const findings = [findOk('proxy', `answers at ${url}`)];
  if (url.startsWith('https:') && !reply.headers.has('strict-transport-security')) {
    const remedy = 'Have the front end add Strict-Transport-Security: max-age=31536000.';
    findings.push(findWarning('HSTS', 'Browsers are not told to stay with https.', remedy));
  }
  const ready = await ask('readiness', `${url}/readyz`);
  return [...findings, isFinding(ready) ? ready : findReadiness(ready)];
}

function findReadiness({ status, text, code }: HopReply): Finding {
  const hop = 'readiness';
  if (status === 200 && text.includes('"degraded"'))
    return findWarning(hop, `degraded: ${text}`, 'Check the parts that it names.');
  if (status === 200) return findOk(hop, 'ready');
  if (code === 'NOT_READY') return findFailed(hop, text, 'Check the log of the proxy.');
  return findSkipped(hop, `The front end keeps /readyz from here (${status}).`);
}

/** What is wrong with the CORS headers of an answer for a page; null if nothing is. */
function corsProblem({ headers }: HopReply, origin: string): [found: string, remedy: string] | null {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === origin) return null;
  const [found, remedy] =
    allowed === null
      ? [
          'gets no leave to read the answer.',
          `${RELOAD}; if it has, have the front end leave its Access-Control-… headers alone, and pass OPTIONS on.`,
        ]
      : [
          `is answered with Access-Control-Allow-Origin: ${allowed.slice(0, 200)}.`,
          'Take the CORS headers out of the front end: the proxy sets them itself.',
        ];
  return [`${origin} ${found}`, remedy];
}

function findSession({ status, code, headers }: HopReply, origin: string): Finding {
  const hop = 'session';
  if (headers.get('access-control-allow-credentials') !== 'true') {
    const found = `Access-Control-Allow-Credentials is missing for ${origin}.`;
    return findFailed(hop, found, "Have the front end leave the proxy's CORS headers alone.");
  }
  if (status === 200) {
    const remedy = 'Return null from the session hook for a caller that it does not know.';
    return findFailed(hop, 'A token was granted without a cookie: anybody gets one.', remedy);
  }
  if (code === 'NOT_SIGNED_IN') return findOk(hop, `${origin}: without a cookie nobody is signed in`);
  const said = `${origin} is answered ${status} ${code.slice(0, 60)}`;
  if (code === 'SESSION_UNAVAILABLE' || code === 'INTERNAL')
    return findFailed(hop, `${said}.`, "Look for session-hook-failed in the proxy's log.");
  return findFailed(hop, `${said}.`, `${RELOAD}.`);
}

/** Asks as a page of each origin would: a preflight, and for a web page a token, without a cookie. */
async function tryOrigin(url: string, origin: string): Promise<Finding[]> {
  const hop = 'CORS';
  const preflight = { origin, 'access-control-request-method': 'GET' };
  const headers = { ...preflight, 'access-control-request-headers': 'authorization' };
  const reply = await ask(hop, `${url}${BASE_PATH}/forms/tags`, { method: 'OPTIONS', headers });
  if (isFinding(reply)) return [reply];
  const problem = corsProblem(reply, origin);
  if (problem) return [findFailed(hop, ...problem)];
  const isPlain =
    origin.startsWith('http:') && !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin);
  const allowed = isPlain
    ? findWarning(
        hop,
        `${origin} comes in plain text: who is on the way reads what it shows.`,
        'Serve the page by https.',
      )
    : findOk(hop, `${origin} may call`);
  if (!/^https?:/.test(origin)) return [allowed];
  const json = { origin, 'content-type': 'application/json' };
  const session = await ask(hop, `${url}/session`, { method: 'POST', headers: json, body: '{}' });
  if (isFinding(session)) return [session];
  const broken = corsProblem(session, origin);
  return [allowed, broken ? findFailed('session', ...broken) : findSession(session, origin)];
}

/**
 * A signed delivery without an event: the proxy checks the signature, answers 400 and stores nothing. The two spaces would be
 * lost if a server in front parsed and wrote the JSON anew, and the signature would fail.
 */
const NO_EVENT = '{ "instrument-panel":  "doctor" }\n';

/** Delivers what is signed with each secret and holds no event. */
async function tryWebhooks(url: string, { webhooks }: ProxyOptions): Promise<Finding[]> {
  const hop = 'webhooks';
  if (!webhooks) return [findSkipped(hop, 'The option webhooks is off.')];
  const findings: Finding[] = [];
  for (const [index, secret] of webhooks.secrets.entries()) {
    if (secret === undefined) continue;
    const time = Math.floor(Date.now() / 1_000);
    const v1 = createHmac('sha256', secret).update(`${time}.${NO_EVENT}`).digest('hex');
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: `t=${time},v1=${v1}` };
    const reply = await ask(hop, `${url}/webhooks`, { method: 'POST', body: NO_EVENT, headers });
    findings.push(isFinding(reply) ? reply : findDelivery(reply, `secrets[${index}]`));
  }
  return findings;
}

function findDelivery({ status, code }: HopReply, secret: string): Finding {
  const hop = 'webhooks';
  if (status === 400 && code === 'VALIDATION_ERROR') return findOk(hop, `a signature of ${secret} is taken`);
  const said = `A delivery signed with ${secret} is answered ${status} ${code.slice(0, 60)}.`;
  const remedies: Readonly<Record<string, string>> = {
    SIGNATURE_INVALID: `${RELOAD}; if it has, have the front end pass bodies on byte for byte.`,
    SIGNATURE_UNTIMELY: 'Set the clocks of this machine and of the proxy by NTP.',
    PROXY_BUSY: 'Try again; if it stays, look at the metric requests_in_flight.',
  };
  const remedy = `${RELOAD}, and have the front end pass POST /webhooks on.`;
  return findFailed(hop, said, remedies[code] ?? remedy);
}

/** TLS ends before the proxy, which speaks none: then something stands there that knows the callers' addresses. */
function findHops({ publicUrl = '', trustedProxyHops: hops = 0 }: ProxyOptions): Finding[] {
  if (hops > 0 || !publicUrl.startsWith('https:')) return [];
  const found =
    'trustedProxyHops is 0 behind a front end: all callers count as one address, and share its limits.';
  const remedy = 'Set trustedProxyHops to the number of front ends that write X-Forwarded-For.';
  return [findWarning('front end', found, remedy)];
}

async function tryLogin({ authorize }: ProxyOptions): Promise<Finding[]> {
  const hop = 'login page';
  if (authorize?.loginUrl === undefined) return [];
  const reply = await ask(hop, authorize.loginUrl);
  if (isFinding(reply)) return [reply];
  if (reply.status < 400) return [findOk(hop, authorize.loginUrl)];
  return [findFailed(hop, `It answered ${reply.status}.`, 'Correct authorize.loginUrl.')];
}

/** Tries the client of a ready-made session at each provider that can be asked, and names what is registered there. */
async function trySignInClients({ session, publicUrl = '' }: ProxyOptions): Promise<Finding[]> {
  if (typeof session === 'function') return [];
  const addresses = session.registered?.(publicUrl) ?? [];
  const registered = findOk('sign-in addresses', `To be registered there: ${addresses.join(', ')}`);
  const answers = (await session.tryClients?.(publicUrl)) ?? [];
  return [...(addresses.length > 0 ? [registered] : []), ...answers.map(findClient)];
}

type ClientAnswer = Awaited<ReturnType<NonNullable<ReadySession['tryClients']>>>[number];

/** What a provider publishes has to name its issuer as the configuration does (OpenID Connect Discovery 1.0, section 4.3). */
const OTHER_ISSUER = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

function findClient({ provider, code, error }: ClientAnswer): Finding {
  const hop = 'sign-in client';
  if (error === 'invalid_grant') return findOk(hop, `${provider} takes the client.`);
  if (code === OTHER_ISSUER) {
    const remedy = 'Write the option session.issuer as the document of the provider does, to the letter.';
    return findFailed(hop, `The document of ${provider} names another issuer (${code}).`, remedy);
  }
  const said = `${provider} answered a made-up code with ${[code, error].filter(Boolean).join(', ')}.`;
  if (error !== 'invalid_client' && error !== 'unauthorized_client')
    return findSkipped(hop, `${said} That does not say whether it takes the client.`);
  return findFailed(hop, said, CLIENT_REMEDY);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const ADDRESS_REMEDY =
  'Correct the address in the option session (issuer, iss or jwks), as its operator names it.';
const PUBLISH_REMEDY =
  'Have its operator publish it so, or correct the address in the option session: until then nobody can sign in there.';

/** Asks for one document without which nobody signs in, looks at it as a sign-in does, and asks for the keys that it names. */
async function tryDocument(session: ReadySession, url: string): Promise<Finding> {
  const hop = 'sign-in';
  const reply = await ask(hop, url);
  if (isFinding(reply)) return reply;
  const document = reply.status === 200 ? parse(reply.text) : null;
  if (typeof document !== 'object' || document === null)
    return findFailed(hop, `${url} answered ${reply.status}, and not with its document.`, ADDRESS_REMEDY);
  const { faults, keys } = session.examine?.(document) ?? { faults: [], keys: null };
  if (faults.length > 0) return findFailed(hop, `${url}: ${faults.join(', ')}.`, PUBLISH_REMEDY);
  return keys === null ? findOk(hop, url) : tryKeys(hop, url, keys);
}

async function tryKeys(hop: string, url: string, keys: string): Promise<Finding> {
  const reply = await ask(hop, keys);
  if (isFinding(reply)) return { ...reply, found: `${keys}: ${reply.found}` };
  const set = reply.status === 200 ? (parse(reply.text) as { keys?: unknown } | null)?.keys : null;
  if (Array.isArray(set) && set.length > 0) return findOk(hop, `${url}, with its keys`);
  return findFailed(hop, `${keys} (jwks_uri) answered ${reply.status}, and not with keys.`, PUBLISH_REMEDY);
}

/** Asks for what a ready-made session needs of its providers. */
export async function tryDiscovery(options: ProxyOptions): Promise<Finding[]> {
  const { session } = options;
  if (typeof session === 'function') return [];
  const found = await Promise.all(session.discovery.map((url) => tryDocument(session, url)));
  // A provider that is not there is one fault, not two.
  const isThere = found.length > 0 && found.every(({ state }) => state === 'ok');
  return isThere ? [...found, ...(await trySignInClients(options))] : found;
}

/** Tries the running proxy as browsers and the service reach it: front end, CORS, cookies, webhooks, login page. */
export async function tryFront(
  options: ProxyOptions,
  {
    url = options.publicUrl,
    cookie,
  }: { readonly url: string | undefined; readonly cookie: string | undefined },
): Promise<Finding[]> {
  if (url === undefined)
    return [
      findSkipped(
        'proxy',
        'Give publicUrl, or --url, to have the running proxy tried through its front end.',
      ),
    ];
  const base = url.replace(/\/$/, '');
  const cookies = [...findHops(options), ...tryCookies(options.origins, options.publicUrl ?? base, cookie)];
  const reached = await reach('proxy', base);
  if (!isReached(reached)) return [...reached, ...cookies];
  const health = await tryHealth(base);
  if (!isReached(health.slice(0, 1))) return [...reached, ...health, ...cookies];
  const origins = await Promise.all(options.origins.map((origin) => tryOrigin(base, origin)));
  const others = await Promise.all([tryWebhooks(base, options), tryLogin(options)]);
  return [...reached, ...health, ...origins.flat(), ...cookies, ...others.flat()];
}
