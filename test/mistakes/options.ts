import { generateKeyPairSync } from 'node:crypto';
import { createProxy, readSecret } from '@instrument-panel/proxy';
import { KEY, proxyOptions } from '../../proxy/fixtures/world.ts';
import type { Mistake } from './table.ts';

const bytes = (length: number, first = 1): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (first + at * 37) % 256);
const SECRET = 'a-secret-0123456789-abcdef';
const { publicKey } = generateKeyPairSync('ed25519');

/** Options that a start is refused for. */
const WRONG_OPTIONS: Readonly<Record<string, object>> = {
  'upstream is left out': { upstream: undefined },
  "upstream with the API's path": { upstream: 'https://api.service.example/third-party/api/v1' },
  'upstream without https': { upstream: 'http://api.service.example' },
  'credentials.secret copied with its line end': { credentials: { key: 'key', secret: 'secret\n' } },
  'credentials.secret misspelt': { credentials: { key: 'key', secert: 'secret' } },
  'a token key given as text': { keys: [{ ...KEY, key: 'x'.repeat(40) }] },
  'a token key of 16 bytes': { keys: [{ ...KEY, key: bytes(16) }] },
  'two keys that sign': { keys: [KEY, { ...KEY, kid: 'second', key: bytes(32) }] },
  'the public key to sign with': { keys: [{ kid: 'e', alg: 'EdDSA', key: publicKey, signs: true }] },
  'origins with a slash at the end': { origins: ['https://ehr.clinic.example/'] },
  'origins with a wildcard': { origins: ['https://*.clinic.example'] },
  'no session hook': { session: undefined },
  'the session hook called in place of given': { session: Promise.resolve(null) },
  'a misspelt option': { webhook: { secrets: [SECRET] } },
  'a misspelt limit': { limits: { tokenSecond: 60 } },
  'tokens of a day': { limits: { tokenSeconds: 86_400 } },
  'a webhook secret that is too short': { webhooks: { secrets: ['short'] } },
  'a webhook secret of a placeholder': { webhooks: { secrets: ['xxxxxxxxxxxxxxxxxxxxxxxxxxxx'] } },
  'one secret for two purposes': { webhooks: { secrets: [SECRET] }, metrics: { token: SECRET } },
  'two storages': { storage: { file: 'proxy.sqlite', redis: 'redis://localhost' } },
  'Redis on another machine without TLS': { storage: { redis: 'redis://:pass@redis.clinic.example' } },
  'a mapping without a key': { mapping: {} },
  'authorize without publicUrl': { authorize: { clients: [] } },
  'publicUrl with a slash at the end': { publicUrl: 'https://panel.clinic.example/' },
  'a CA by its path': { connection: { ca: '/etc/ssl/clinic-ca.pem' } },
  'explanations of refusals beside a live service': {
    upstream: 'https://api.service.example',
    explainRefusals: true,
  },
};

/** Environments that `readSecret` meets. */
const WRONG_ENVIRONMENTS: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  'SERVICE_SECRET is not set': {},
  'SERVICE_SECRET and SERVICE_SECRET_FILE are set': {
    SERVICE_SECRET: 'a',
    SERVICE_SECRET_FILE: '/run/secrets/a',
  },
  'SERVICE_SECRET_FILE names a file that is not there': { SERVICE_SECRET_FILE: '/run/secrets/not-there' },
};

function sentenceOf(start: () => unknown): string {
  try {
    start();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was not refused.');
}

/** Mistakes in the options and the environment of the proxy. */
export const optionMistakes = (): Mistake[] => [
  ...Object.entries(WRONG_OPTIONS).map(([done, more]) => ({
    done,
    said: sentenceOf(() => createProxy({ ...proxyOptions('http://127.0.0.1:4100'), ...more })),
  })),
  ...Object.entries(WRONG_ENVIRONMENTS).map(([done, env]) => ({
    done,
    said: sentenceOf(() => readSecret('SERVICE_SECRET', env)),
  })),
];
