import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { SessionToken } from '@instrument-panel/client/proxy';
import { type Core, createCore, type Surroundings } from './core.ts';
import type { ProxyOptions } from './options.ts';
import { createFetchHandler } from './server/fetch.ts';
import { type Listening, listen } from './server/listen.ts';
import { createNodeHandler } from './server/node.ts';
import { ALONE } from './server/peers.ts';
import type { Grant } from './token/grant.ts';
import type { TokenKey } from './token/key-ring.ts';

/** A signing proxy. `fetch`, `handle` and `listen` share one pipeline and one pool of connections. */
export interface Proxy {
  /** Answers for Hono, Next and other frameworks of `Request` and `Response`. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers for node:http and Express: the fast path. Put it before any body parser. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /**
   * Opens the storage, as the first request that needs it would; `listen` does it too. With it, or with the first request, begins
   * what is done without one: `onEvent`, and deleting what is too old.
   *
   * @throws StorageError that says what to change, also where trail or mapping were begun with another key
   */
  readonly ready: () => Promise<void>;
  /**
   * Starts a server.
   *
   * @param port 0 takes any free one
   * @param host Default: `127.0.0.1`, this machine only
   * @throws ListenError, StorageError
   */
  readonly listen: (port: number, host?: string) => Promise<Listening>;
  /**
   * Gives a token for a page of one of the `origins`, for an endpoint of your own that knows who is signed in; never of
   * `operations`. It leaves the same row in the audit trail as `POST /session`.
   *
   * @throws RangeError for an origin that is not listed, or no patient or too many
   * @throws TypeError that names what breaks its rule; an error with the code `AUDIT_UNAVAILABLE`
   */
  readonly mintToken: (grant: Grant, origin: string) => Promise<SessionToken>;
  /**
   * Refuses a token by its `jti` at once, and within a second at every proxy of the same storage.
   *
   * @param until seconds since 1970 at which the token ends anyway. Default: 15 minutes from now
   */
  readonly revoke: (jti: string, until?: number) => Promise<void>;
  /**
   * Refuses all tokens of a person, or of everybody, that were minted up to a moment; as `revoke` does, at every proxy.
   *
   * @param of.sub the person, in the words of the session hook's grant. Default: everybody
   * @param of.before seconds since 1970. Default: now. A token minted in that second is refused too
   */
  readonly revokeMinted: (of: { readonly sub?: string; readonly before?: number }) => Promise<void>;
  /** Refuses all tokens of a session, by the name that the hook's grants give it, as `revoke` does. */
  readonly revokeSession: (session: string) => Promise<void>;
  /**
   * Replaces the keys without a restart: tokens signed with a removed key are rejected immediately.
   *
   * @throws TypeError that names a weak or missing key; the present keys then stay
   */
  readonly rotate: (keys: readonly TokenKey[]) => void;
  /**
   * Lets another proxy, with changed options, answer at the servers of this one: opens its storage, hands the servers over,
   * and closes this one once it has answered what is in flight. Event streams end, and come back to the other. What of the
   * limits belongs to a server (`headersMs`, `requestMs`, `clientConnections`) stays as it was.
   *
   * @throws StorageError; this proxy then goes on
   */
  readonly replace: (next: Serving) => Promise<void>;
  /**
   * Makes `/readyz` answer 503, waits `drainMs`, stops its servers, finishes what is in flight within `graceMs`, then
   * closes the connections to the service and the storage.
   */
  readonly close: () => Promise<void>;
}

/** A proxy as the servers in front of it see it. */
export type Serving = Pick<Proxy, 'fetch' | 'handle' | 'ready' | 'listen' | 'replace' | 'close'>;

/** How each takes servers over from another. */
const takeOver = new WeakMap<Serving, (servers: readonly Listening[]) => void>();

/** Puts servers in front of a core. */
export function createServing(core: Core): Serving {
  const handle = createNodeHandler(core.answer);
  const servers: Listening[] = [];
  let closed: Promise<void> | undefined;
  let isReplaced = false;

  async function closeAll(): Promise<void> {
    // First `/readyz` says so; then for `drainMs` a load balancer has time to notice, unless nothing is asked here any more.
    core.startClosing();
    const { drainMs } = core.limits;
    if (drainMs > 0 && !isReplaced) await setTimeout(drainMs);
    core.endStreams();
    await Promise.all(servers.map((server) => server.close()));
    await core.finish();
  }

  const serving: Serving = {
    fetch: createFetchHandler(core.answer),
    handle,
    ready: core.ready,
    async listen(port, host) {
      await core.ready();
      const { limits, onDropped } = core;
      const server = await listen(handle, port, host, { limits, onDropped });
      servers.push(server);
      return server;
    },
    async replace(next) {
      await next.ready();
      takeOver.get(next)?.(servers.splice(0));
      isReplaced = true;
      await serving.close();
    },
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
  takeOver.set(serving, (given) => {
    for (const server of given) server.serve(handle);
    servers.push(...given);
  });
  return serving;
}

/**
 * Makes a signing proxy: it checks short-lived tokens, adds the partner's credentials and lets through only
 * what the token allows.
 *
 * @throws ProxyOptionError that names a missing or weak option
 * @example
 * import { createProxy, readKey, readSecret } from '@instrument-panel/proxy';
 *
 * const proxy = createProxy({
 *   upstream: 'https://api.service.example',
 *   credentials: { key: readSecret('SERVICE_KEY'), secret: readSecret('SERVICE_SECRET') },
 *   keys: [{ kid: '2026-11', alg: 'HS256', key: readKey('TOKEN_KEY'), signs: true }],
 *   issuer: 'https://panel.clinic.example',
 *   audience: 'https://panel.clinic.example',
 *   origins: ['https://ehr.clinic.example'],
 *   session: async ({ cookie }) => findGrant(cookie), // yours: only you know who is signed in
 * });
 * const { url } = await proxy.listen(4200);
 */
export const createProxy = (options: ProxyOptions): Proxy => createProxyAmong(options, { peers: ALONE });

/** Makes a proxy that is one of several, as {@link createProxy} does. */
export function createProxyAmong(options: ProxyOptions, surroundings: Surroundings): Proxy {
  const { core, tokens } = createCore(options, surroundings);
  // One object, since it is known by itself when it takes servers over.
  return Object.assign(createServing(core), tokens);
}
