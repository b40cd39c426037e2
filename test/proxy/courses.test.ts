import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSubmissions } from '../../shared/client/contract/index.ts';
import type { CoursePart } from '../../shared/client/contract/proxy-api/index.ts';
import { startSandboxClinic } from './sandbox-clinic.ts';

async function start() {
  const { url, headers, ...clinic } = await startSandboxClinic({ courseMemoryMs: 0 });
  const ask = async (parts: readonly CoursePart[]) => {
    const response = await fetch(`${url}/courses`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ parts }),
    });
    const text = await response.text();
    const answers = (
      JSON.parse(text) as { parts: { status: number; headers: Record<string, string>; body: unknown }[] }
    ).parts;
    return { answers, bytes: Buffer.byteLength(text) };
  };
  return { ...clinic, ask };
}

describe('a panel that reads anew what has not changed', () => {
  let clinic: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    clinic = await start();
  }, 60_000);
  afterAll(() => clinic.close());

  it('is told so of every part, in a few hundred bytes', async () => {
    const { direct, professionalId, ask } = clinic;
    const { data } = await direct(listSubmissions, {
      params: { professionalId },
      query: { status: ['ANSWERED'], limit: 1 },
    });
    const { patientId = '', formTemplateId: formId = '' } = data[0] ?? {};
    const parts = (
      [
        { part: 'graph', professionalId, patientId, formId },
        { part: 'scale', formId },
        { part: 'submissions', professionalId, patientId },
        { part: 'plans', professionalId, patientId },
      ] as const
    ).map((part) => ({ ...part }) as CoursePart);
    const first = await ask(parts);
    const known = parts.map((part, at) => ({ ...part, ifNoneMatch: first.answers[at]?.headers.etag }));
    const again = await ask(known);
    expect(first.answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(again.answers.map(({ status }) => status)).toEqual([304, 304, 304, 304]);
    expect(first.bytes).toBeGreaterThan(2_000);
    expect(again.bytes).toBeLessThan(700);
  });
});
