/**
 * The whole demonstration in one process: sandbox, proxy and demo EHR, each told where the others are.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { createProxy, demoProxyOptions, type Log } from '../proxy/index.ts';
import { createEhr, type DemoSignIn, type FrontEnd } from '../sandbox/ehr/index.ts';
import type { SandboxClock, SandboxOptions } from '../sandbox/index.ts';
import { TOUR_PEOPLE } from '../sandbox/seed/clinic.ts';
import { listen } from '../sandbox/service/listen.ts';
import { buildWidget } from './build-widget.ts';
import { withReload } from './reload.ts';
import { deliverTo, enrolStaff, startSandbox } from './stack/clinic.ts';
import {
  checkPorts,
  FREE_PORTS,
  freePort,
  portsFrom,
  type StackPart,
  type StackPorts,
} from './stack/ports.ts';

export type { StackPart, StackPorts } from './stack/ports.ts';
export { StackError } from './stack/ports.ts';

type Profiles = NonNullable<Parameters<typeof demoProxyOptions>[0]['profiles']>;

/** Front ends beside the demo EHR's own pages. */
export interface StackFrontEnds {
  readonly pages: readonly FrontEnd[];
  /** Creates their profiles, which the proxy hands to the extension. */
  readonly profiles: (origins: { readonly ehr: string; readonly proxy: string }) => Profiles;
}

interface StackOptions {
  /** First port; the proxy takes 100 more, the EHR 200 more. 0: free ones. @default 4100 */
  readonly portBase?: number;
  /** Each port by itself, in place of `portBase`. */
  readonly ports?: StackPorts;
  /** @default 127.0.0.1, this machine only */
  readonly host?: string;
  /** Address of this machine at which phones reach the patient's page, and nothing else. @default none */
  readonly patientsHost?: string | undefined;
  /** Seed number of the clinic that an empty database is filled with. @default 1 */
  readonly seed?: number | null;
  /** Patients of that number. @default fixtures, which tests rely on */
  readonly roster?: SandboxOptions['roster'];
  /** Where the service's clock begins, RFC 3339. @default real time, or where the file's clock stands */
  readonly now?: string;
  /** Page of the EHR that everybody begins at. @default the patient list */
  readonly firstPage?: '/patients' | '/caseload';
  /** Whether the EHR has our elements. @default true */
  readonly hasElements?: boolean;
  /** Show the guided tour over the EHR's pages. @default false */
  readonly hasTour?: boolean;
  /** File that keeps everything over a restart. @default in memory */
  readonly db?: string;
  /** Path of the widget's bundle. @default it is built */
  readonly widgetFile?: string;
  /** @default none */
  readonly frontEnds?: StackFrontEnds;
  /** Log of the proxy. @default none */
  readonly log?: Log;
  /** Told what is being done, a short sentence each. */
  readonly onProgress?: (sentence: string) => void;
}

export interface Stack {
  readonly urls: Readonly<Record<StackPart, string>>;
  /** Origin of the patients' links, if phones reach them. */
  readonly patientsUrl: string | null;
  readonly signIns: readonly DemoSignIn[];
  /** The service's clock. */
  readonly clock: SandboxClock;
  /** Takes the service away, as an outage would. Without a `db` it forgets everything. */
  readonly stopSandbox: () => Promise<void>;
  /** Brings it back at the same address. */
  readonly startSandbox: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Where `npm run pictures` writes the extension among the pages of somebody else. */
const PICTURES = new URL('../docs/images/', import.meta.url);

/** Origins at which a browser may open the EHR: the loopback names are two to a browser. */
const originsOf = (url: string): readonly string[] => {
  const { port } = new URL(url);
  return [...new Set([url, `http://localhost:${port}`, `http://127.0.0.1:${port}`])];
};

/**
 * Starts sandbox, proxy and EHR.
 *
 * @throws {StackError} that names a port which is taken
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { host = '127.0.0.1', patientsHost, seed = 1, roster, db, now, onProgress: say = () => {} } = options;
  const ports = options.ports ?? portsFrom(options.portBase ?? 4100);
  await checkPorts(ports, host);
  const phones = patientsHost === undefined ? null : { host: patientsHost, port: ports.sandbox };
  if (phones) await checkPorts({ ...FREE_PORTS, sandbox: phones.port }, phones.host);

  await using starting = new AsyncDisposableStack();
  if (options.widgetFile === undefined) say('Building the widget …');
  const widgetFile = options.widgetFile ?? (await buildWidget(undefined, { isFinal: false }));

  say('Starting the sandbox and filling its clinic …');
  const given = {
    ...(roster && { roster }),
    ...(db !== undefined && { db }),
    ...(now !== undefined && { now }),
  };
  let resets = 0;
  const onReset = (): void => void resets++;
  const sandbox = await startSandbox({ seed, onReset, ...given }, { port: ports.sandbox, host, phones });
  starting.defer(sandbox.stop);

  say('Starting the EHR …');
  const { staff, signIns } = await enrolStaff(sandbox.url);
  let proxyUrl = '';
  let endTokens = (_session: string): void => {};
  const ehr = createEhr({
    // The proxy needs the EHR's address to start, so its own is known last.
    proxyUrl: () => proxyUrl,
    sandboxUrl: sandbox.url,
    staff,
    demoSignIns: signIns,
    ...(options.firstPage && { firstPage: options.firstPage }),
    hasElements: options.hasElements,
    ...(options.hasTour && { tour: { ...TOUR_PEOPLE, extension: PICTURES, hasPhones: phones !== null } }),
    widgetFile,
    frontEnds: options.frontEnds?.pages ?? [],
    resets: () => resets,
    sessionEnded: (session) => endTokens(session),
    now: () => Date.parse(sandbox.clock.now()),
  });
  starting.defer(ehr.close);
  const ehrAt = await listen(withReload(ehr.fetch), ports.ehr, host);
  starting.defer(ehrAt.close);

  say('Starting the proxy …');
  const origins = originsOf(ehrAt.url);
  const webhookSecret = randomBytes(32).toString('base64url');
  // The profiles name the proxy, which is made with them.
  const proxyPort = ports.proxy === 0 ? await freePort(host) : ports.proxy;
  const publicUrl = `http://localhost:${proxyPort}`;
  const profiles = options.frontEnds?.profiles({ ehr: ehrAt.url, proxy: publicUrl }) ?? [];
  const proxy = createProxy({
    ...demoProxyOptions({
      upstream: sandbox.url,
      ehr: ehrAt.url,
      origins,
      webhookSecret,
      profiles,
      publicUrl,
    }),
    log: options.log ?? (() => {}),
  });
  starting.defer(proxy.close);
  // While the stack stops, sessions end after the proxy.
  endTokens = (session) => void proxy.revokeSession(session).catch(() => {});
  proxyUrl = (await proxy.listen(proxyPort, host)).url;
  await deliverTo(sandbox.url, `${proxyUrl}/webhooks`, webhookSecret);

  const running = starting.move();
  return {
    urls: { sandbox: sandbox.url, proxy: proxyUrl, ehr: ehrAt.url },
    patientsUrl: sandbox.patientsUrl,
    signIns,
    clock: sandbox.clock,
    stopSandbox: sandbox.stop,
    startSandbox: sandbox.start,
    close: () => running.disposeAsync(),
  };
}
