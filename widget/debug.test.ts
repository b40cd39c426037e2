import { NetworkError, toServiceError } from '@instrument-panel/client';
import { afterEach, expect, test, vi } from 'vitest';
import { PanelError } from './panel/problem.ts';

const PATIENT = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const element = { localName: 'instrument-panel', getAttribute: () => PATIENT } as unknown as Element;
const call = { id: 'scoreGraph', effect: 'read' } as const;
const refused = (status: number, code: string): Error =>
  toServiceError(call, status, JSON.stringify({ code, message: 'SENTENCE-CANARY of Ana' }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

/** What the console of a page at this host says of failures, in a copy of the elements of its own. */
async function consoleAt(hostname: string, errors: readonly Error[], debug?: boolean): Promise<string[]> {
  vi.resetModules();
  vi.stubGlobal('location', { hostname });
  const said: unknown[][] = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => void said.push(parts));
  const { configure } = await import('./configure.ts');
  configure({ baseUrl: '/panel', fetchToken: async () => ({ token: 'TOKEN-CANARY', expiresIn: 60 }), debug });
  const { reportError } = await import('./misuse.ts');
  for (const error of errors) reportError(element, error, null, {});
  // The explanations are loaded by then.
  await import('./debug.ts');
  await new Promise((resolve) => setTimeout(resolve));
  return said.map(([text]) => String(text));
}

test.each(['localhost', 'ehr.localhost', '127.0.0.1', '[::1]'])(
  'at %s a refusal is explained, once',
  async (host) => {
    const error = refused(403, 'ORIGIN_NOT_ALLOWED');
    expect(await consoleAt(host, [error, error, refused(403, 'ORIGIN_NOT_ALLOWED')])).toEqual([
      [
        '<instrument-panel> scoreGraph: 403 ORIGIN_NOT_ALLOWED; see detail',
        '  Code: ORIGIN_NOT_ALLOWED',
        '  Cause: The page is not among the origins of the proxy, or the token was minted for another page.',
        "  Remedy: Add the page's origin to the option origins exactly as location.origin gives it: scheme, host and port, no path.",
        '  Reference: docs/errors.md#origin_not_allowed',
      ].join('\n'),
    ]);
  },
);

test.each(['ehr.clinic.example', 'localhost.clinic.example', 'notlocalhost', '127.0.0.1.example'])(
  'at %s it is not, unless the page says so',
  async (host) => {
    const error = refused(403, 'ORIGIN_NOT_ALLOWED');
    expect(await consoleAt(host, [error])).toEqual([]);
    expect(await consoleAt(host, [error], true)).toHaveLength(1);
  },
);

test('a page on localhost can turn it off', async () => {
  expect(await consoleAt('localhost', [refused(429, 'RATE_LIMITED')], false)).toEqual([]);
});

test('what the developer alone can solve is said on every host', async () => {
  const failure = new PanelError('not-configured', 'set base-url and fetchToken, or call configure().');
  expect(await consoleAt('ehr.clinic.example', [failure, refused(401, 'TOKEN_INVALID')])).toEqual([
    '<instrument-panel> set base-url and fetchToken, or call configure().',
    '<instrument-panel> scoreGraph: 401 TOKEN_INVALID; check credentials or fetchToken',
  ]);
});

test('nothing of a patient, no token and no word of another error is in it', async () => {
  const lost = new NetworkError('no complete response', { endpoint: 'scoreGraph', code: 'NETWORK' });
  const foreign = new TypeError(`SENTENCE-CANARY ${PATIENT}`);
  const said = await consoleAt('localhost', [
    refused(404, 'NOT_FOUND'),
    refused(418, 'TEA_POT'),
    lost,
    foreign,
  ]);
  expect(said).toHaveLength(4);
  expect(said.join('\n')).not.toMatch(new RegExp(`CANARY|Ana|${PATIENT}`));
  expect(said[1]).toContain('does not know the code'); // A code that is not documented is said to be none of ours.
  // A failed connection is looked into first.
  expect(said).toContainEqual(expect.stringMatching(/^<instrument-panel> TypeError\n {2}Code: none\n/));
});
