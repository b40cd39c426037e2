import { createPrivateKey, X509Certificate } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Socket } from 'node:net';
import { buildConnector, type Dispatcher } from 'undici';
import { type ProxyOptions, requireKnown, requireOption } from '../options.ts';
import { isLoopback } from '../storage/settings.ts';

/** How the service is reached, with the forward proxy of option or environment; null for what is not used. */
export interface Connection {
  readonly ca: string | null;
  readonly cert: string | null;
  readonly key: string | null;
  readonly forwardProxy: URL | null;
  readonly dispatcher: Dispatcher | null;
}

export type Connector = buildConnector.connector;

const asProxyUrl = (text: string): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isProxy = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '';
  return isProxy ? url : null;
};

/** True if `NO_PROXY` lists the host: by its name, a domain above it, `*`, each also with a port. */
function isExempt(list: string, { hostname, port }: URL): boolean {
  return list.split(/[\s,]+/).some((entry) => {
    const [, name = '', only] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (name === '' || (only !== undefined && only !== (port || '443'))) return false;
    const domain = name.replace(/^\*?\./, '');
    return name === '*' || hostname === domain || hostname.endsWith(`.${domain}`);
  });
}

/** The forward proxy that the environment names for an address with https on another machine, as for curl. */
function readForwardProxy(upstream: URL, env: NodeJS.ProcessEnv): string | undefined {
  if (upstream.protocol !== 'https:' || isLoopback(upstream.hostname)) return undefined;
  if (isExempt(env.no_proxy ?? env.NO_PROXY ?? '', upstream)) return undefined;
  return env.https_proxy || env.HTTPS_PROXY || undefined;
}

/** True if both are PEM and belong together. */
function isPair(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function isCertificate(text: unknown): boolean {
  try {
    return typeof text === 'string' && new X509Certificate(text).subject !== null;
  } catch {
    return false;
  }
}

/** Checks the option, and reads the forward proxy of the environment if the option names none. */
export function checkConnection(
  { upstream, connection: given = {} }: Pick<ProxyOptions, 'upstream' | 'connection'>,
  env: NodeJS.ProcessEnv = process.env,
): Connection {
  requireKnown('connection', given, ['ca', 'cert', 'key', 'forwardProxy', 'dispatcher']);
  const { ca = null, cert = null, key = null, dispatcher = null } = given;
  const service = new URL(upstream);
  const pem = "must be certificates in PEM, the text and not the path: readFileSync(…, 'utf8').";
  requireOption('connection.ca', ca === null || isCertificate(ca), pem);
  requireOption(
    'connection.cert',
    (cert === null) === (key === null) && (cert === null || isPair(cert, key ?? '')),
    'and connection.key must be a certificate and its private key, both in PEM, the text and not the path.',
  );
  const isTls = service.protocol === 'https:';
  requireOption('connection', isTls || (ca ?? cert) === null, 'has certificates, but upstream is not https.');
  const isAlone =
    dispatcher === null || Object.values(given).filter((part) => part !== undefined).length === 1;
  requireOption('connection.dispatcher', isAlone, 'connects by itself: leave the other parts out.');
  requireOption(
    'connection.dispatcher',
    dispatcher === null || typeof dispatcher.dispatch === 'function',
    'must be a Dispatcher of undici.',
  );
  const named = given.forwardProxy ?? readForwardProxy(service, env);
  const isNone = named === undefined || named === false || dispatcher !== null;
  const forwardProxy = isNone ? null : asProxyUrl(String(named));
  const where = given.forwardProxy === undefined ? ' It is read from HTTPS_PROXY.' : '';
  const shape = `must be an address such as http://proxy.clinic.example:3128, or false.${where}`;
  requireOption('connection.forwardProxy', isNone || forwardProxy !== null, shape);
  return { ca, cert, key, forwardProxy, dispatcher };
}

/** The forward proxy has not connected to the service; `code` has its status, or why itself cannot be reached. */
class TunnelError extends Error {
  override readonly name = 'TunnelError';
  readonly code: string;

  constructor(reason: unknown) {
    super('The forward proxy has not connected.');
    this.code = `FORWARD_PROXY_${reason}`;
  }
}

/** Asks a forward proxy for a tunnel to a server (RFC 9110, section 9.3.6). */
function openTunnel(proxy: URL, target: string, ca: string | null, timeoutMs: number): Promise<Socket> {
  const { username, password, hostname, port, protocol } = proxy;
  const login = [username, password].map(decodeURIComponent).join(':');
  const isTls = protocol === 'https:';
  return new Promise((resolve, reject) => {
    const asked = (isTls ? requestTls : requestPlain)({
      method: 'CONNECT',
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (isTls ? 443 : 80),
      path: target,
      agent: false,
      headers: {
        host: target,
        ...(username ? { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` } : {}),
      },
      ...(ca === null ? {} : { ca }),
    });
    const giveUp = setTimeout(() => asked.destroy(new TunnelError('ETIMEDOUT')), timeoutMs);
    asked.on('connect', ({ statusCode }, socket) => {
      clearTimeout(giveUp);
      if (statusCode === 200) return resolve(socket as Socket);
      socket.destroy();
      reject(new TunnelError(statusCode));
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(giveUp);
      reject(error instanceof TunnelError ? error : new TunnelError(error.code));
    });
    asked.end();
  });
}

/** Connects to servers by the connection's certificates and forward proxy; `timeoutMs` for each step. */
export function createConnector(
  connection: Pick<Connection, 'ca' | 'cert' | 'key' | 'forwardProxy'>,
  timeoutMs: number,
): Connector {
  const { ca, cert, key, forwardProxy } = connection;
  const connect = buildConnector({
    timeout: timeoutMs,
    ...(ca === null ? {} : { ca }),
    ...(cert === null || key === null ? {} : { cert, key }),
  });
  if (forwardProxy === null) return connect;
  return (options, callback) => {
    const isTls = options.protocol === 'https:';
    const target = `${options.hostname}:${options.port || (isTls ? 443 : 80)}`;
    openTunnel(forwardProxy, target, ca, timeoutMs).then(
      (socket) => (isTls ? connect({ ...options, httpSocket: socket }, callback) : callback(null, socket)),
      (error: Error) => callback(error, null),
    );
  };
}
