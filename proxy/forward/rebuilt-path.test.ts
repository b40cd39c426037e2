import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../shared/client/contract/index.ts';
import { rawRequest } from '../fixtures/raw-request.ts';
import { FORM, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';

let world: World;
let token: string;
beforeAll(async () => {
  world = await startWorld();
  token = await tokenFor({ role: 'operations' });
});
afterAll(() => world.close());

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Each template as a pattern of what may arrive: UUIDs in lower case, integers, declared names in the query. */
const ARRIVES = ENDPOINTS.map(({ method, path, query }) => {
  const pattern = path
    .replaceAll(/\{(?:application|submission)Id\}/g, '[1-9]\\d*')
    .replaceAll(/\{\w+\}/g, UUID);
  const names = Object.keys(query).join('|');
  const pairs = names === '' ? '' : `(?:\\?(?:${names})=[^&=#]*(?:&(?:${names})=[^&=#]*)*)?`;
  return { method, pattern: new RegExp(`^/third-party/api/v1${pattern}${pairs}$`) };
});

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'professionals',
      'patients',
      'forms',
      'applications',
      'submissions',
      'library',
      'check',
      'tags',
      'finish',
    ],
    ...[PROFESSIONAL, PATIENT.toUpperCase(), FORM, '1', '0', '01', '9007199254740993'],
    ...['..', '.', '%2e%2e', '%2F', '%5c', '%00', '%0d%0a', ';', '@evil.example', '\\', '%252e', '', 'é'],
  ),
  fc.string({ maxLength: 8 }).map((text) => text.replaceAll(/[^!-~]|[?#]/g, '~')),
);
const mutated = fc
  .tuple(fc.constantFrom(...ENDPOINTS), fc.array(fc.tuple(fc.nat(12), piece), { maxLength: 2 }))
  .map(([endpoint, changes]) => {
    const path = endpoint.path.replace('{professionalId}', PROFESSIONAL).replace('{patientId}', PATIENT);
    const segments = path
      .replace('{formId}', FORM)
      .replaceAll(/\{\w+\}/g, '7')
      .split('/');
    for (const [at, text] of changes) segments.splice(at % (segments.length + 1), at % 2, text);
    return segments.join('/');
  });
const query = fc.oneof(
  fc.constant(''),
  fc.constantFrom(
    '?limit=5&offset=2',
    '?format=pdf',
    '?status=ANSWERED,%20LATE',
    '?x=1#y',
    '?limit=1&limit=2',
  ),
  fc.webQueryParameters().map((text) => `?${text.replaceAll(/[\s#]/g, '')}`),
);
const target = fc.tuple(mutated, query).map(([path, rest]) => `/third-party/api/v1${path}${rest}`);

test('whatever reaches the service is an address rebuilt from a template', async () => {
  let arrived = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'), target, async (method, raw) => {
      world.service.requests.length = 0;
      const head = `${method} ${raw} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${token}`;
      await rawRequest(world.url, `${head}\r\n\r\n`);
      arrived += world.service.requests.length;
      for (const { method: sent, url } of world.service.requests) {
        expect(
          ARRIVES.filter((one) => one.method === sent && one.pattern.test(url)).map(({ method }) => method),
        ).not.toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
  // Else nothing would have been tried.
  expect(arrived).toBeGreaterThan(20);
});
