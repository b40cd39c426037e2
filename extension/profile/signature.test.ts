import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE } from './example.fixture.ts';
import { type ProfileKeys, readContent, readProfileKeys, signatureFault } from './signature.ts';

const TYPE = 'instrument-panel-profile+jws';

async function createSigner(alg: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    jwk: JSON.stringify(await exportJWK(publicKey)),
    secretJwk: JSON.stringify(await exportJWK(privateKey)),
    sign: (value: unknown, typ = TYPE) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(value)))
        .setProtectedHeader({ alg, typ })
        .sign(privateKey),
  };
}
type Signer = Awaited<ReturnType<typeof createSigner>>;

let clinic: Signer;
let other: Signer;
let keys: ProfileKeys;
beforeAll(async () => {
  [clinic, other] = [await createSigner('ES256'), await createSigner('EdDSA')];
  keys = await readProfileKeys([clinic.jwk]);
});
const codeOf = async (
  given: unknown,
  by: ProfileKeys = keys,
  source: 'proxy' | 'own' | 'managed' = 'proxy',
) => (await signatureFault(source, given, by))?.fault.code ?? null;

describe('with a key in the policy, a profile', () => {
  it('is used if that key signed it, and its content is what was signed', async () => {
    const signed = await clinic.sign(EXAMPLE);
    expect(await codeOf(signed)).toBeNull();
    expect(await codeOf(`\n${signed}\n`, keys, 'own')).toBeNull();
    expect(JSON.parse(readContent(signed) as string)).toEqual(EXAMPLE);
  });

  it('is used if any of several keys signed it, of either kind', async () => {
    const both = await readProfileKeys([other.jwk, clinic.jwk]);
    expect(await codeOf(await clinic.sign(EXAMPLE), both)).toBeNull();
    expect(await codeOf(await other.sign(EXAMPLE), both)).toBeNull();
  });

  it('is refused without a signature, whoever gives it but the policy itself', async () => {
    expect(await codeOf(EXAMPLE)).toBe('unsigned');
    expect(await codeOf(JSON.stringify(EXAMPLE), keys, 'own')).toBe('unsigned');
    expect(await codeOf(JSON.stringify(EXAMPLE), keys, 'managed')).toBeNull();
  });

  it('is refused if another key signed it, if it was changed, or if it was signed as something else', async () => {
    expect(await codeOf(await other.sign(EXAMPLE))).toBe('signature');
    const [head, , signature] = (await clinic.sign(EXAMPLE)).split('.');
    const changed = Buffer.from(JSON.stringify({ ...EXAMPLE, version: 99 })).toString('base64url');
    expect(await codeOf([head, changed, signature].join('.'))).toBe('signature');
    expect(await codeOf(await clinic.sign(EXAMPLE, 'jwt'))).toBe('signature');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: TYPE })).toString('base64url');
    expect(await codeOf([none, changed, 'AA'].join('.'))).toBe('signature');
  });
});

it.each(['', 'a key', '{}', '{"kty":"oct","k":"c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0"}'])(
  'a policy whose only key is %j lets no profile in, and says that the key is the fault',
  async (text) => {
    expect(await codeOf(await clinic.sign(EXAMPLE), await readProfileKeys([text]))).toBe('noKey');
  },
);

it('a private key in the policy is no key', async () => {
  expect(await codeOf(await clinic.sign(EXAMPLE), await readProfileKeys([clinic.secretJwk]))).toBe('noKey');
});

it('an empty list of keys demands a signature that nobody can give; no list demands none', async () => {
  expect(await codeOf(EXAMPLE, await readProfileKeys([]))).toBe('unsigned');
  expect(await codeOf(await clinic.sign(EXAMPLE), await readProfileKeys([]))).toBe('noKey');
  expect(await codeOf(EXAMPLE, await readProfileKeys(undefined))).toBeNull();
});
