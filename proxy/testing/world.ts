import type { Limits } from '../limits.ts';
import type { LogLine } from '../log.ts';
import type { ProxyOptions } from '../options.ts';
import { createProxy } from '../proxy.ts';
import { createKeyRing, mintToken, type TokenClaims, type TokenKey } from '../token/index.ts';
import { startStubService } from './stub-service.ts';

/** Two of everything: the token's own, and somebody else's. */
export const PROFESSIONAL = '11111111-1111-4111-8111-111111111111';
export const OTHER_PROFESSIONAL = '22222222-2222-4222-8222-222222222222';
export const PATIENT = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
export const OTHER_PATIENT = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
export const FORM = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
export const PAGE = 'https://ehr.clinic.example';

export const KEY: TokenKey = {
  kid: 'first',
  alg: 'HS256',
  key: new TextEncoder().encode('an HS256 key for tests: 0123456789abcdef'),
  signs: true,
};

/** Claims of a professional who may do everything. */
export const CLAIMS: TokenClaims = {
  iss: 'https://proxy.clinic.example',
  aud: 'proxy-test',
  sub: 'staff-7',
  role: 'professional',
  pro: PROFESSIONAL,
  ops: ['read', 'apply', 'patients', 'erase', 'recommend', 'account'],
  origin: PAGE,
};

/** A suite asks more in a second than a person in a minute; tests of the rate limits set their own. */
const WIDE: Partial<Limits> = { subjectBurst: 1_000_000, recommendBurst: 1_000_000, addressBurst: 1_000_000 };

/** Options of a proxy in front of `upstream`. */
export const proxyOptions = (upstream: string, more: Partial<ProxyOptions> = {}): ProxyOptions => ({
  upstream,
  credentials: { key: 'KEY-CANARY', secret: 'SECRET-CANARY' },
  keys: [KEY],
  issuer: CLAIMS.iss,
  audience: CLAIMS.aud,
  origins: [PAGE],
  session: async () => null,
  storage: { file: ':memory:' },
  ...more,
  limits: { ...WIDE, ...more.limits },
});

/** A token of the test's ring, with other claims where given. */
export async function tokenFor(claims: Partial<TokenClaims> = {}, clock?: () => number): Promise<string> {
  const options = clock ? { clock } : {};
  return (await mintToken(createKeyRing([KEY]), { ...CLAIMS, ...claims }, options)).token;
}

/** A proxy that listens, the service behind it, and what it logged. */
export async function startWorld(more: Partial<ProxyOptions> = {}) {
  const service = await startStubService();
  const lines: LogLine[] = [];
  const proxy = createProxy(proxyOptions(service.url, { log: (line) => lines.push(line), ...more }));
  const { url } = await proxy.listen(0);
  const base = `${url.replace('localhost', '127.0.0.1')}`;
  const ask = (path: string, token: string, init: RequestInit = {}) =>
    fetch(`${base}/third-party/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  return {
    service,
    proxy,
    lines,
    url: base,
    /** Asks for a path under the service's base path. */
    ask,
    /** Asks so many times, one after the other; gives each answer's status and, where it has one, code. */
    async codes(path: string, token: string, times: number): Promise<string[]> {
      const seen: string[] = [];
      for (let count = 0; count < times; count += 1) {
        const response = await ask(path, token);
        seen.push(`${response.status} ${((await response.json()) as { code?: string }).code ?? ''}`.trim());
      }
      return seen;
    },
    close: async () => {
      await proxy.close();
      await service.close();
    },
  };
}
export type World = Awaited<ReturnType<typeof startWorld>>;

/** Everything that a caller can see of an answer but the date, to be compared byte for byte. */
export async function visible(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return JSON.stringify([response.status, headers, await response.text()]);
}
