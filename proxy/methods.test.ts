import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../shared/client/contract/index.ts';
import { readAudit } from './audit/verify.ts';
import { sample } from './fixtures/sample.ts';
import { openForTest } from './fixtures/storages.ts';
import {
  FORM,
  fillPath,
  OTHER_PATIENT,
  PAGE,
  PATIENT,
  PROFESSIONAL,
  startWorld,
  tokenFor,
} from './fixtures/world.ts';

const READS = ENDPOINTS.filter(({ method }) => method === 'GET');
/** What of an answer is another for each request, or says how the connection goes on. */
const OWN = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding']);
const shown = ({ status, headers }: Response) => ({
  status,
  headers: Object.fromEntries([...headers].filter(([name]) => !OWN.has(name))),
});

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
async function start(more: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(more);
  closing.push(world.close);
  return world;
}

describe('HEAD', () => {
  test('is answered as GET is, without its body, for every read of the contract', async () => {
    const world = await start();
    const token = await tokenFor({ role: 'operations' });
    for (const endpoint of READS) {
      world.service.answer = () => ({ body: sample(endpoint.response, PATIENT) });
      const [got, headed] = [
        await world.ask(fillPath(endpoint.path), token),
        await world.ask(fillPath(endpoint.path), token, { method: 'HEAD' }),
      ];
      expect([endpoint.id, await headed.text()]).toEqual([endpoint.id, '']);
      expect([endpoint.id, shown(headed)]).toEqual([endpoint.id, shown(got)]);
    }
    expect(world.service.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('needs the rights of GET, and tells nobody whether another patient exists', async () => {
    const world = await start();
    world.service.answer = () => ({ body: { patientId: OTHER_PATIENT } });
    const path = `/professionals/${PROFESSIONAL}/patients/${OTHER_PATIENT}`;
    const narrow = await tokenFor({ pat: [PATIENT] });
    const statusOf = async (token: string): Promise<number> =>
      (await world.ask(path, token, { method: 'HEAD' })).status;
    expect([await statusOf(''), await statusOf(narrow)]).toEqual([401, 404]);
    expect(world.service.requests).toEqual([]);
  });

  test('leaves the row of GET in the trail, the patient whom it was about included', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-methods-'));
    closing.push(async () => rmSync(folder, { recursive: true }));
    const file = join(folder, 'proxy.db');
    const world = await start({ storage: { file } });
    world.service.answer = () => ({ body: { serviceId: PATIENT } });
    const path = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
    for (const method of ['GET', 'HEAD']) await world.ask(path, await tokenFor(), { method });
    const [got, headed] = (await readAudit(await openForTest({ file }), 1, 10)).map(({ entry }) => entry);
    expect(headed).toMatchObject({ route: got?.route, ids: got?.ids, outcome: got?.outcome, who: got?.who });
    expect(headed?.ids.patientId).toBe(PATIENT);
  });

  test.each(['node', 'fetch'])(
    'of a document tells a %s caller its length, and reads no more of it',
    async (adapter) => {
      const length = 8 * 1_048_576;
      let isLetGo = false;
      const service = createServer((_, response) => {
        response.on('close', () => {
          isLetGo = !response.writableFinished;
        });
        response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': length });
        response.write('%PDF');
      });
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
      closing.push(
        async () => service.closeAllConnections(),
        async () => service.close(),
      );
      const { port } = service.address() as AddressInfo;
      const world = await start({ upstream: `http://127.0.0.1:${port}` });
      const path = `/forms/${FORM}?format=pdf`;
      const headers = { authorization: `Bearer ${await tokenFor()}` };
      const address = `${world.url}/third-party/api/v1${path}`;
      const headed =
        adapter === 'node'
          ? await fetch(address, { method: 'HEAD', headers })
          : await world.proxy.fetch(new Request(address, { method: 'HEAD', headers }));
      expect([headed.status, headed.headers.get('content-length'), await headed.text()]).toEqual([
        200,
        `${length}`,
        '',
      ]);
      await expect.poll(() => isLetGo).toBe(true);
    },
  );

  test.each(['/events', '/authorize'])('is refused at %s, where a GET does more than read', async (path) => {
    const redirects = [`https://${'a'.repeat(32)}.chromiumapp.org/`];
    const world = await start({
      publicUrl: 'https://panel.clinic.example',
      authorize: { clients: [{ id: 'extension', name: 'The extension', redirects }] },
    });
    const headed = await fetch(world.url + path, { method: 'HEAD' });
    expect(headed.status).toBe(405);
    expect(headed.headers.get('allow')).not.toContain('HEAD');
  });
});

describe('the methods of an address', () => {
  const LIST = `/third-party/api/v1/professionals/${PROFESSIONAL}/patients`;
  test.each([
    [LIST, 'GET, POST, HEAD, OPTIONS'],
    ['/patients/resolve', 'POST, OPTIONS'],
    ['/caseload/patients', 'GET, HEAD, OPTIONS'],
    ['/healthz', 'GET, HEAD, OPTIONS'],
    ['/webhooks', 'POST'],
  ])('%s: Allow names them at 405', async (path, allow) => {
    const world = await start({
      mapping: { key: randomBytes(32) },
      webhooks: { secrets: ['whsec-methods-0123456789abcdef0123456789'] },
    });
    const refused = await fetch(world.url + path, { method: 'PATCH' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow]);
  });

  test('are what OPTIONS answers, to a page and to anybody else', async () => {
    const world = await start();
    for (const headers of [{ origin: PAGE }, {}]) {
      const told = await fetch(world.url + LIST, { method: 'OPTIONS', headers });
      expect([told.status, told.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
    }
    expect(world.service.requests).toEqual([]);
  });
});
