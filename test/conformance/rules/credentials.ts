import { expect } from 'vitest';
import { createAsk } from '../ask.ts';
import { practice } from '../clinic.ts';
import { ENDPOINTS, fill } from '../endpoints.ts';
import type { Rules } from '../rule.ts';
import { listOf } from '../shape.ts';
import { Tag } from '../wire-library.ts';

const keyOf = (key: string, secret: string) => ({ 'X-Api-Key': key, 'X-Api-Secret': secret });
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const ids = {
  professionalId: NOWHERE,
  patientId: NOWHERE,
  formId: NOWHERE,
  applicationId: 1,
  submissionId: 1,
};

/** "Authentication". */
export const credentials: Rules = (rule) => {
  rule.malformedDirect('wants both headers, and a pair that matches', async ({ stranger }) => {
    const wrongs: Record<string, string>[] = [
      {},
      { 'X-Api-Key': 'demo-key' },
      { 'X-Api-Secret': 'demo-secret' },
      keyOf('demo-key', 'other-secret'),
      keyOf('demo-key', 'demo-secret2'),
      keyOf('DEMO-KEY', 'demo-secret'),
      keyOf('nobody', 'demo-secret'),
      keyOf('', ''),
      { authorization: 'Bearer demo-key:demo-secret' },
    ];
    for (const headers of wrongs)
      (await stranger(headers).get('/forms/tags')).refuses(401, 'INVALID_API_KEY');
  });

  rule.direct('refuses a credential that is inactive or expired', async ({ stranger }) => {
    const get = (name: string) => stranger(keyOf(`${name}-key`, `${name}-secret`)).get('/forms/tags');
    (await get('inactive')).refuses(401, 'API_CREDENTIAL_INACTIVE');
    (await get('expired')).refuses(401, 'API_CREDENTIAL_EXPIRED');
  });

  rule.direct('tells only who knows the secret why a credential is refused', async ({ stranger }) => {
    for (const name of ['inactive', 'expired', 'blocked']) {
      (await stranger(keyOf(`${name}-key`, 'wrong')).get('/forms/tags')).refuses(401, 'INVALID_API_KEY');
    }
  });

  rule.direct('refuses an address outside the credential’s allow-list', async ({ stranger }) => {
    const reply = await stranger(keyOf('blocked-key', 'blocked-secret')).get('/forms/tags');
    reply.refuses(403, 'IP_NOT_ALLOWED');
  });

  rule.direct('reads the names of the headers without regard to case', async ({ stranger }) => {
    const reply = await stranger({ 'X-API-KEY': 'other-key', 'x-api-secret': 'other-secret' }).get(
      '/forms/tags',
    );
    expect(reply.gives(listOf(Tag)).length).toBeGreaterThan(0);
  });

  for (const { method, path, body } of ENDPOINTS) {
    rule.malformedDirect(`asks for credentials: ${method} ${path}`, async ({ stranger }) => {
      const reply = await stranger({}).call(method, fill(path, ids), { body });
      reply.refuses(401, 'INVALID_API_KEY');
    });
  }

  rule('lets nobody in at the proxy or the service without credentials', async ({ ask, control }) => {
    const { P } = await practice(ask);
    const bare = await createAsk(`${control.origin}/third-party/api/v1`, {}).get(P);
    expect([bare.status, bare.text.includes('Clara')]).toEqual([401, false]);
  });
};
