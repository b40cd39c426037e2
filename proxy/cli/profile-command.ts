import { readFileSync, writeFileSync } from 'node:fs';
import { PROFILE_JWS_TYPE } from '@instrument-panel/client/proxy';
import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { type Command, CommandError, give, readArguments, UsageError } from './command.ts';
import { findProfileFaults } from './profile-check.ts';

const ALGORITHM = 'ES256';

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read.`, { cause: error });
  }
}

function parseObject(file: string, whatItIs: string): Readonly<Record<string, unknown>> {
  const text = readFile(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file} is not JSON. It must be ${whatItIs}.`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError(`${file} must be ${whatItIs}.`);
  return value as Readonly<Record<string, unknown>>;
}

async function makeKey(file: string): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = await calculateJwkThumbprint(publicKey);
  const text = JSON.stringify({ ...(await exportJWK(privateKey)), kid, alg: ALGORITHM });
  try {
    // Never written over a key: profiles that were signed with it could not be changed any more.
    writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new CommandError(
      exists ? `${file} is there already. Name a new file.` : `${file} cannot be written.`,
      { cause: error },
    );
  }
  give(JSON.stringify({ ...(await exportJWK(publicKey)), kid, alg: ALGORITHM }));
}

/** Signs a profile. Throws a CommandError that names each field which makes it none. */
async function sign(file: string, keyFile: string): Promise<void> {
  const profile = parseObject(file, 'one site profile');
  if (typeof profile.id !== 'string' || !Number.isInteger(profile.version))
    throw new CommandError(`${file} is no site profile: it has no id, or no version that is a whole number.`);
  const faults = findProfileFaults(profile);
  if (faults.length > 0)
    throw new CommandError([`${file} is no site profile, so it was not signed:`, ...faults].join('\n  '));
  const jwk = parseObject(keyFile, 'a private key that "instrument-panel profile key" made') as JWK;
  const isPrivate = jwk.kty === 'EC' && jwk.crv === 'P-256' && typeof jwk.d === 'string';
  if (!isPrivate)
    throw new CommandError(
      `${keyFile} is no private key on P-256. "instrument-panel profile key" makes one; the policy has its public half.`,
    );
  const kid = await calculateJwkThumbprint(jwk);
  give(
    await new CompactSign(new TextEncoder().encode(JSON.stringify(profile)))
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: PROFILE_JWS_TYPE })
      .sign(await importJWK(jwk, ALGORITHM)),
  );
}

export const profileCommand: Command = {
  summary: 'makes a clinic’s key, and signs site profiles with it',
  usage: `Usage: instrument-panel profile key --out KEY.json
       instrument-panel profile sign PROFILE.json --key KEY.json
  key   writes a new private key that only you can read, and prints the public one: an entry of the policy profileKeys
  sign  prints the profile, signed: an entry of wellKnown.profiles of the proxy
Keep the private key away from the proxy: who has both can tell the extension where a patient's name stands.`,
  async run(args) {
    const text = { type: 'string' } as const;
    const { values, positionals } = readArguments(args, { out: text, key: text }, true);
    const [what, file, ...more] = positionals;
    if (what === 'key' && values.out && file === undefined && !values.key) return makeKey(values.out);
    if (what === 'sign' && values.key && file !== undefined && more.length === 0 && !values.out)
      return sign(file, values.key);
    throw new UsageError('Say "profile key --out FILE", or "profile sign FILE --key FILE".');
  },
};
