import { randomBytes } from 'node:crypto';
import { createProxy, type ProxyOptions } from '../../proxy/index.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { DEMO_CREDENTIALS, DEMO_STAFF } from '../../sandbox/seed/clinic.ts';
import { checkProfessional } from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';

const PAGE = 'https://ehr.clinic.example';
const ISSUER = 'sandbox-clinic';

/** Starts a sandbox with its patients of tests and a proxy before it, and signs their professional in. */
export async function startSandboxClinic(limits: NonNullable<ProxyOptions['limits']>) {
  const sandbox = await createSandbox({
    seed: 1,
    roster: 'fixtures',
    now: '2026-11-20T12:00:00Z',
    log: () => {},
  });
  const service = await sandbox.listen(0);
  /** Asks the service itself. */
  const direct = createClient({ baseUrl: service.url, auth: DEMO_CREDENTIALS });
  const found = await direct(checkProfessional, { query: { email: DEMO_STAFF[0].email } });
  const professionalId = String(found.data.serviceId);
  const proxy = createProxy({
    upstream: service.url,
    credentials: DEMO_CREDENTIALS,
    keys: [{ kid: 'test', alg: 'HS256', key: randomBytes(32), signs: true }],
    issuer: ISSUER,
    audience: ISSUER,
    origins: [PAGE],
    session: async () => ({ sub: 'ana', role: 'professional', professionalId, actions: ['read'] }),
    storage: { file: ':memory:' },
    limits,
    log: () => {},
  });
  const { url } = await proxy.listen(0);
  const headers = { origin: PAGE, 'content-type': 'application/json' };
  const session = await fetch(`${url}/session`, { method: 'POST', headers, body: '{}' });
  const { token } = (await session.json()) as { token: string };
  return {
    direct,
    professionalId,
    url,
    token,
    headers: { ...headers, authorization: `Bearer ${token}` },
    async close() {
      await proxy.close();
      await service.close();
      await sandbox.close();
    },
  };
}
