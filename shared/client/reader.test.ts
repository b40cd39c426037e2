import { afterEach, describe, expect, it, vi } from 'vitest';
import { cancelSubmission, getInstrument } from './contract/endpoints/index.ts';
import { createReader, isForbiddenError, isServiceError } from './index.ts';

const formId = '5b8ef7a6-4a3e-4f7e-9d57-7a1f53b8c101';
const auth = { get: async () => 'token' };
const answering = (status: number, body: unknown, headers = {}) =>
  vi.fn(async (..._: Parameters<typeof fetch>) => Response.json(body, { status, headers }));
const reader = (fetch: typeof globalThis.fetch) =>
  createReader({ baseUrl: 'https://proxy.example', auth, fetch, sleep: async () => {} });
const failing = (fetch: typeof globalThis.fetch) =>
  reader(fetch)(getInstrument, { params: { formId } }).catch((error: unknown) => error);

afterEach(() => {
  vi.doUnmock('./refusal.ts');
  vi.resetModules();
});

describe('a client that only reads', () => {
  it('reads through the proxy with a token', async () => {
    const fetch = answering(200, { id: formId, title: 'PHQ-9' });
    expect((await reader(fetch)(getInstrument, { params: { formId } })).data.title).toBe('PHQ-9');
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(String(url)).toBe(`https://proxy.example/third-party/api/v1/forms/${formId}`);
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer token');
  });

  it('gives refusals their own kind', async () => {
    const error = await failing(answering(403, { code: 'IP_NOT_ALLOWED', message: 'no' }));
    expect(isForbiddenError(error)).toBe(true);
    expect(error).toMatchObject({ status: 403, code: 'IP_NOT_ALLOWED' });
  });

  it('repeats what may pass', async () => {
    const fetch = answering(503, {});
    expect(await failing(fetch)).toMatchObject({ name: 'InternalError', retryable: true });
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  it('sends no write', async () => {
    const fetch = answering(200, {});
    const params = { professionalId: formId, submissionId: 1 };
    await expect(reader(fetch)(cancelSubmission, { params })).rejects.toThrow('use createClient');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('where the kinds of refusals cannot be fetched', () => {
  it.each([
    // A token that was refused is asked for anew, once.
    [401, false, 2],
    [403, false, 1],
    [404, false, 1],
    [429, true, 3],
    [500, true, 3],
    [501, false, 1],
    [503, true, 3],
  ])(
    '%i is still an error of that status, and repeated only where that helps',
    async (status, retryable, tries) => {
      vi.doMock('./refusal.ts', () => {
        throw new TypeError('Failed to fetch dynamically imported module');
      });
      const fetch = answering(status, { code: 'SOMETHING', message: 'about a patient' });
      const error = await failing(fetch);
      expect(isServiceError(error)).toBe(true);
      expect(error).toMatchObject({ name: 'ServiceError', status, retryable, endpoint: 'getInstrument' });
      expect(String(error)).not.toContain('patient');
      expect(fetch).toHaveBeenCalledTimes(tries);
    },
  );
});
