import * as zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawRequest } from './fixtures/raw-request.ts';
import { FORM, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from './fixtures/world.ts';

const P = `/third-party/api/v1/professionals/${PROFESSIONAL}`;
const OF_PATIENT = `${P}/patients/${PATIENT}/forms/submissions`;

let world: World;
beforeAll(async () => {
  world = await startWorld();
  // As many rows of one patient as some months of weekly answers.
  const rows = Array.from({ length: 52 }, (_, id) => ({
    id,
    patientId: PATIENT,
    formTemplateId: FORM,
    status: 'ANSWERED',
    urlToAnswer: `https://answers.example/${id}`,
  }));
  world.service.answer = ({ url }) =>
    url.includes('/submissions?') ? { body: rows } : { body: { id: FORM, title: 'x'.repeat(2_000) } };
});
afterAll(() => world.close());

async function ask(path: string, accepted: string) {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${await tokenFor()}`,
    `Accept-Encoding: ${accepted}`,
    'Connection: close',
  ];
  const received = await rawRequest(world.url, `${lines.join('\r\n')}\r\n\r\n`);
  const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s);
  expect(head).toMatch(/^HTTP\/1.1 200/);
  return { coding: /content-encoding: (\S+)/.exec(head)?.[1], bytes: Buffer.from(body, 'latin1') };
}

describe('an answer of the service', () => {
  test.each([
    ['gzip', 'gzip', zlib.gunzipSync],
    ['gzip, deflate, br', 'br', zlib.brotliDecompressSync],
    ['gzip, br, zstd', 'br', zlib.brotliDecompressSync],
    ['zstd, gzip', 'zstd', zlib.zstdDecompressSync],
  ] as const)(
    'about one patient is compressed for %j as %s, and is the same',
    async (accepted, coding, decode) => {
      const plain = await ask(OF_PATIENT, 'identity');
      const packed = await ask(OF_PATIENT, accepted);
      expect([plain.coding, packed.coding]).toEqual([undefined, coding]);
      expect(decode(packed.bytes).toString('utf8')).toBe(plain.bytes.toString('utf8'));
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 10);
    },
  );

  test('of the library is compressed', async () => {
    expect((await ask(`/third-party/api/v1/forms/${FORM}`, 'gzip')).coding).toBe('gzip');
  });

  test('that lists several patients is not: texts of one are beside links of another', async () => {
    const { coding, bytes } = await ask(`${P}/forms/submissions`, 'gzip, br, zstd');
    expect(coding).toBeUndefined();
    expect(bytes.toString('utf8')).toContain('https://answers.example/51');
  });
});
