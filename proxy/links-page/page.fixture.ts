import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readAudit } from '../audit/verify.ts';
import { startStubService } from '../fixtures/stub-service.ts';
import { PROFESSIONAL, proxyOptions } from '../fixtures/world.ts';
import type { LogLine } from '../log.ts';
import { MAPPING_KEY, type ServicePatient } from '../mapping/clinic.fixture.ts';
import { readLinks } from '../mapping/link-list.fixture.ts';
import { createLinkHasher } from '../mapping/mapping-call.ts';
import type { ProxyOptions } from '../options.ts';
import { createProxy } from '../proxy.ts';
import { openStorage } from '../storage/open.ts';

export const ADMIN = { name: 'admin-7', secret: 'PAGE-SECRET-CANARY-0123456789' };
export const OTHER_ADMIN = { name: 'admin-8', secret: 'OTHER-SECRET-CANARY-987654321' };

/** Text of a page, without its markup. */
export const strip = (markup: string): string =>
  markup
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim();

/** The hidden fields of the first form that carries a list. */
export const hiddenOf = (markup: string): Record<string, string> =>
  Object.fromEntries(
    [...markup.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name,
      value ?? '',
    ]),
  );

/** The values of the buttons of this name. */
export const buttonsOf = (markup: string, name: string): string[] =>
  [...markup.matchAll(new RegExp(`<button[^>]* name="${name}" value="([^"]*)"`, 'g'))].map(
    ([, value]) => value ?? '',
  );

/** A browser at the page: it keeps the cookie, and sends what a browser sends with a form. */
export function createVisitor(url: string, more: Readonly<Record<string, string>> = {}) {
  let cookie = '';
  const headers = { 'accept-language': 'en', ...more };
  const own = { origin: url, 'sec-fetch-site': 'same-origin' };
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const sent = { ...headers, ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string>) };
    const response = await fetch(url + path, { redirect: 'manual', ...init, headers: sent });
    const set = response.headers.get('set-cookie');
    if (set) cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '');
    return response;
  }
  const post = (
    path: string,
    fields: Readonly<Record<string, string | Blob>>,
    over: Record<string, string> = {},
  ): Promise<Response> => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields))
      if (typeof value === 'string') body.append(name, value);
      else body.append(name, value, 'list.csv');
    return send(path, { method: 'POST', body, headers: { ...own, ...over } });
  };
  return {
    send,
    post,
    cookie: () => cookie,
    setCookie(value: string) {
      cookie = value;
    },
    get: (path = '/links') => send(path),
    signIn: ({ name, secret }: typeof ADMIN = ADMIN, over: Record<string, string> = {}) =>
      send('/links/sign-in', {
        method: 'POST',
        body: new URLSearchParams({ name, secret }),
        headers: { ...own, ...over },
      }),
    async signOut() {
      const token = hiddenOf(await (await send('/links')).text()).token ?? '';
      return send('/links/sign-out', { method: 'POST', body: new URLSearchParams({ token }), headers: own });
    },
    /** Uploads a list, and gives the markup of its preview. */
    async preview(text: string | Uint8Array, fields: Readonly<Record<string, string>> = {}): Promise<string> {
      const { token = '' } = hiddenOf(await (await send('/links')).text());
      const file = new Blob([typeof text === 'string' ? text : new Uint8Array(text)]);
      return (await post('/links/preview', { token, file, ...fields })).text();
    },
    /** Presses a button of a page. */
    press: async (markup: string, path: string, fields: Readonly<Record<string, string>> = {}) =>
      (await post(path, { ...hiddenOf(markup), ...fields })).text(),
  };
}
export type Visitor = ReturnType<typeof createVisitor>;

/** A proxy with the page, before a service with these lists by professional, which may be changed. */
export async function startLinksPage(
  lists: Record<string, readonly ServicePatient[]>,
  more: Partial<ProxyOptions> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-links-page-'));
  const file = join(folder, 'proxy.sqlite');
  const service = await startStubService();
  service.answer = ({ url }) => ({ body: lists[url.split('/')[5] ?? ''] ?? [] });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines: LogLine[] = [];
  const options = proxyOptions(service.url, {
    storage: { file },
    log: (line) => void lines.push(line),
    mapping: { key: MAPPING_KEY },
    publicUrl: url,
    linksPage: { administrators: [ADMIN, OTHER_ADMIN], professionals: [PROFESSIONAL] },
    ...more,
  });
  const start = async (changed: Partial<ProxyOptions> = {}) => {
    const made = createProxy({ ...options, ...changed });
    server.on('request', made.handle);
    await made.ready();
    return made;
  };
  let proxy = await start();
  return {
    ...{ url, service, lines, lists, file },
    visitor: (headers?: Readonly<Record<string, string>>) => createVisitor(url, headers),
    /** Ends the proxy and starts another at the same address and storage. */
    async restart(changed: Partial<ProxyOptions> = {}) {
      server.removeAllListeners('request');
      await proxy.close();
      proxy = await start(changed);
    },
    /** Runs a statement on the storage, beside the proxy. */
    sql(statement: string) {
      const db = new DatabaseSync(file);
      db.exec(statement);
      db.close();
    },
    /** The patients that keys are linked to, how that came about, and the trail. */
    async readStorage(keys: readonly string[] = []) {
      const storage = await openStorage({ file });
      const { links, patients } = await readLinks(storage, keys);
      const origins = await Promise.all(links.slice(0, 5).map((key) => storage.mapping.origin(key)));
      const rows = await readAudit(storage, 1, 100_000);
      await storage.close();
      return { patients, origins, trail: rows.flatMap(({ entry }) => entry ?? []) };
    },
    /** Links a key by itself, as a chart does. */
    async link(key: string, patientId: string, professionalId = PROFESSIONAL) {
      const storage = await openStorage({ file });
      const { keyOf } = createLinkHasher(MAPPING_KEY);
      await storage.mapping.link([keyOf(professionalId, '', key)], patientId, {
        at: '2026-11-18T12:00:00.000Z',
        by: 'ana',
        page: 'chart of the clinic',
      });
      await storage.close();
    },
    async close() {
      await proxy.close();
      server.closeAllConnections();
      server.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type LinksPageWorld = Awaited<ReturnType<typeof startLinksPage>>;
