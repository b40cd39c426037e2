/**
 * What a page of panels asks for until all of them show their graphs and what belongs to them: requests, bytes of data, and
 * how many of the requests wait for one another, through a proxy and a sandbox.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { createProxy } from '../../proxy/index.ts';
import { DEMO_CREDENTIALS, DEMO_STAFF } from '../../sandbox/seed/clinic.ts';
import { startSandbox } from '../../scripts/stack/clinic.ts';
import {
  checkProfessional,
  listPatientSubmissions,
  listPatients,
} from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { widgetFile, widgetModules } from '../browser/kit.ts';

/** What a page asked for, without the page itself. */
export interface RequestCount {
  readonly requests: number;
  readonly preflights: number;
  readonly scripts: number;
  /** Bytes of answers of the proxy on the wire, with their headers. */
  readonly dataBytes: number;
  /** Requests after the scripts that were made one after the other, until the first graph. */
  readonly roundTrips: number;
}

interface Seen {
  readonly isPreflight: boolean;
  readonly isData: boolean;
  readonly startedAt: number;
  endedAt: number;
  bytes: number;
}

/** The patient of the first member of staff who has answered the most instruments. */
async function findPatient(service: string) {
  const client = createClient({ baseUrl: service, auth: DEMO_CREDENTIALS });
  const { data } = await client(checkProfessional, { query: { email: DEMO_STAFF[0].email } });
  const professionalId = data.serviceId ?? '';
  const patients = (await client(listPatients, { params: { professionalId } })).data;
  const found = await Promise.all(
    patients.map(async ({ serviceId: patientId }) => {
      const rows = (await client(listPatientSubmissions, { params: { professionalId, patientId } })).data;
      const forms = rows.filter(({ score }) => score != null).map(({ formTemplateId }) => formTemplateId);
      return { professionalId, patientId, forms: [...new Set(forms)] };
    }),
  );
  return (
    found.toSorted((a, b) => b.forms.length - a.forms.length)[0] ?? {
      professionalId,
      patientId: '',
      forms: [],
    }
  );
}

/** The longest chain of requests of which each begins after the end of the one before. */
function longestChain(seen: readonly Seen[]): number {
  const lengths: number[] = [];
  const inOrder = seen.toSorted((a, b) => a.startedAt - b.startedAt);
  for (const [index, one] of inOrder.entries()) {
    const before = lengths
      .slice(0, index)
      .filter((_, at) => (inOrder[at]?.endedAt ?? Infinity) <= one.startedAt);
    lengths.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...lengths);
}

/** The widget as a page loads it: the one file of the README, or the modules of the package without a bundler. */
const SCRIPTS = { 'one file': 'instrument-panel.js', modules: 'define.js' } as const;
type Scripts = keyof typeof SCRIPTS;

const html = (
  api: string,
  script: string,
  panels: readonly string[],
  ids: string,
): string => `<!doctype html><title>Panels</title><link rel="icon" href="data:,">
<script type="module">
import { configure } from '/kit/${script}';
addEventListener('instrument-load', () => { globalThis.loaded = (globalThis.loaded ?? 0) + 1; });
configure({ baseUrl: '${api}', fetchToken: async ({ scope }) => {
  const response = await fetch('${api}/session', { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ patients: [scope.patientId] }) });
  return response.json(); } });
</script>
${panels.map((form) => `<instrument-panel ${ids} form-id="${form}"></instrument-panel>`).join('\n')}`;

/** Counts, for so many panels of one patient; `isApart` for a page of another origin than the proxy. */
export async function countRequests(
  browser: Browser,
  panels: number,
  isApart: boolean,
  scripts: Scripts,
): Promise<RequestCount> {
  await using running = new AsyncDisposableStack();
  const folder = scripts === 'modules' ? await widgetModules() : dirname(await widgetFile());
  const sandbox = await startSandbox({ seed: 1 }, { port: 0, host: '127.0.0.1' });
  running.defer(sandbox.stop);
  const { professionalId, patientId, forms } = await findPatient(sandbox.url);
  const ids = `professional-id="${professionalId}" patient-id="${patientId}"`;

  let api = '';
  const pages = createServer(async (request, response) => {
    if (!request.url?.startsWith('/kit/') && request.url !== '/') return void proxy.handle(request, response);
    const script = request.url === '/' ? null : await readFile(join(folder, basename(request.url)), 'utf8');
    response.writeHead(200, { 'content-type': script === null ? 'text/html' : 'text/javascript' });
    response.end(
      script ??
        html(
          api,
          SCRIPTS[scripts],
          Array.from({ length: panels }, (_, at) => forms[at % forms.length] ?? ''),
          ids,
        ),
    );
  }).listen(0, '127.0.0.1');
  running.defer(() => void pages.close());
  await new Promise((resolve) => pages.once('listening', resolve));
  const own = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const proxy = createProxy({
    upstream: sandbox.url,
    credentials: DEMO_CREDENTIALS,
    keys: [{ kid: 'bench', alg: 'HS256', key: randomBytes(32), signs: true }],
    issuer: 'bench',
    audience: 'bench',
    origins: [own],
    storage: { file: ':memory:' },
    log: () => {},
    session: async () => ({ sub: 'staff', role: 'professional', professionalId, actions: ['read'] }),
  });
  running.defer(proxy.close);
  const { url } = await proxy.listen(0);
  api = isApart ? url : own;

  const page = await browser.newPage();
  running.defer(() => page.close());
  const session = await page.context().newCDPSession(page);
  const seen = new Map<string, Seen>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (type === 'Document') return;
    const isPreflight = request.method === 'OPTIONS';
    const isData = request.url.startsWith(api) && !request.url.includes('/kit/');
    seen.set(requestId, { isPreflight, isData, startedAt: timestamp, endedAt: Infinity, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const one = seen.get(requestId);
    if (one) Object.assign(one, { endedAt: timestamp, bytes: encodedDataLength });
  });
  await page.goto(own);
  const isLoaded = (count: number) =>
    page.waitForFunction((least) => Number(Reflect.get(globalThis, 'loaded')) >= least, count);
  await isLoaded(1);
  const atFirst = [...seen.values()].filter(({ isData }) => isData);
  await isLoaded(panels);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('instrument-panel')].every(
      ({ shadowRoot }) => shadowRoot?.querySelector('[part=analysis]')?.textContent,
    ),
  );
  const all = [...seen.values()].filter(({ startedAt }) => startedAt > 0);
  const data = all.filter(({ isData }) => isData);
  return {
    requests: all.length,
    preflights: all.filter(({ isPreflight }) => isPreflight).length,
    scripts: all.filter(({ isData, isPreflight }) => !isData && !isPreflight).length,
    dataBytes: data.reduce((sum, { bytes }) => sum + bytes, 0),
    // A request begins before its own preflight, by the events of the browser.
    roundTrips:
      longestChain(atFirst.filter(({ isPreflight }) => !isPreflight)) +
      atFirst.filter(({ isPreflight }) => isPreflight).length,
  };
}

/** Prints the counts. */
export async function reportRequests(browser: Browser): Promise<void> {
  const columns = ['requests', 'scripts', 'preflights', 'KB of data', 'round trips'];
  console.log(
    `\n${'Requests of a page of panels'.padEnd(48)}${columns.map((name) => name.padStart(12)).join('')}`,
  );
  for (const scripts of Object.keys(SCRIPTS) as Scripts[])
    for (const isApart of [false, true])
      for (const panels of [1, 4]) {
        const count = await countRequests(browser, panels, isApart, scripts);
        const name = `${panels} of one patient, ${isApart ? 'another origin' : 'same origin'}, ${scripts}`;
        const numbers = [
          count.requests,
          count.scripts,
          count.preflights,
          (count.dataBytes / 1024).toFixed(1),
          count.roundTrips,
        ];
        console.log(`  ${name.padEnd(46)}${numbers.map((one) => String(one).padStart(12)).join('')}`);
      }
}
