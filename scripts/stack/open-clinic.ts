import type { IncomingMessage, ServerResponse } from 'node:http';
import { createProxy, demoProxyOptions } from '../../proxy/index.ts';
import { enrolStaff, startSandbox } from './clinic.ts';

/** Whether an address is one that the elements ask of their proxy. */
export const isProxys = (path: string): boolean =>
  /^\/(?:third-party|caseload)\//.test(path) || ['/courses', '/events', '/session'].includes(path);

interface OpenClinicOptions {
  /** Origin of the page that asks, on which the proxy is served too. */
  readonly url: string;
  /** Further origins of that page. */
  readonly origins?: readonly string[];
  /** Where the sandbox's clock begins, RFC 3339. @default real time */
  readonly now?: string | undefined;
}

/**
 * Starts a sandbox in memory with a proxy in front of it, whose session hook says yes to everybody, as the demonstration's
 * professional: all patients are invented, the proxy's own rules hold (the page's origins alone, ten minutes, one
 * professional), and key and data end with the process.
 */
export async function startOpenClinic({ url, origins = [], now }: OpenClinicOptions) {
  await using starting = new AsyncDisposableStack();
  const sandbox = await startSandbox({ seed: 1, ...(now && { now }) }, { port: 0, host: '127.0.0.1' });
  starting.defer(sandbox.stop);
  const { staff } = await enrolStaff(sandbox.url);
  const professionalId = staff[0]?.professionalId ?? '';
  const proxy = createProxy({
    ...demoProxyOptions({ upstream: sandbox.url, ehr: url, origins: [url, ...origins] }),
    session: async () => ({
      sub: 'open-clinic',
      role: 'professional',
      professionalId,
      actions: ['read', 'apply'],
    }),
    log: () => {},
  });
  starting.defer(proxy.close);
  const running = starting.move();
  return {
    professionalId,
    /** Where the sandbox stands. */
    sandbox: sandbox.url,
    handle: (request: IncomingMessage, response: ServerResponse) => proxy.handle(request, response),
    close: () => running.disposeAsync(),
  };
}
