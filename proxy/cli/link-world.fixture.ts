import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAudit } from '../audit/verify.ts';
import { startStubService } from '../fixtures/stub-service.ts';
import { PROFESSIONAL } from '../fixtures/world.ts';
import { MAPPING_KEY, type ServicePatient } from '../mapping/clinic.fixture.ts';
import { readLinks } from '../mapping/link-list.fixture.ts';
import { openStorage } from '../storage/open.ts';
import { runHere } from './run-here.fixture.ts';

/**
 * Starts a service with these lists by professional, which may be changed, and a folder with a configuration and storage.
 * `options`: source text of further options.
 */
export async function startLinkWorld(lists: Record<string, readonly ServicePatient[]>, options = '') {
  const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-link-'));
  const file = join(folder, 'proxy.sqlite');
  const service = await startStubService();
  service.answer = ({ url }) => ({ body: lists[url.split('/')[5] ?? ''] ?? [] });
  await (await openStorage({ file })).close();
  const config = join(folder, 'proxy.config.ts');
  writeFileSync(
    config,
    `export default {
  upstream: ${JSON.stringify(service.url)}, credentials: { key: 'k', secret: 's' },
  keys: [{ kid: 'a', alg: 'HS256', key: crypto.getRandomValues(new Uint8Array(32)), signs: true }], issuer: 'i', audience: 'a',
  origins: ['https://ehr.example'], session: async () => null, storage: { file: ${JSON.stringify(file)} },
  mapping: { key: new TextEncoder().encode(${JSON.stringify(new TextDecoder().decode(MAPPING_KEY))}) },
  ${options}
};`,
  );
  return {
    folder,
    service,
    lists,
    open: () => openStorage({ file }),
    /** Runs the command on a file of this text. */
    link(text: string | Uint8Array, ...more: string[]) {
      const list = join(folder, 'list.csv');
      writeFileSync(list, text);
      return runHere(['link', list, '--professional', PROFESSIONAL, '--config', config, ...more]);
    },
    /** The patients that keys are linked to, and the trail. */
    async readStorage(keys: readonly string[], professionalId = PROFESSIONAL, system = '') {
      const storage = await openStorage({ file });
      const { patients } = await readLinks(storage, keys, { professionalId, system });
      const trail = await readAudit(storage);
      await storage.close();
      return { patients, trail };
    },
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
