import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ACTIONS } from '@instrument-panel/client/contract';
import {
  findNearest,
  ProxyOptionError,
  type ReadySession,
  requireKnown,
  requireOption,
  suggest,
} from '../options.ts';
import { decodeKey } from '../secret.ts';
import { noteSecretFile } from '../secret-files.ts';
import { headerSession } from '../sign-in/header.ts';
import { jwtSession } from '../sign-in/jwt.ts';
import { type IdentityClaims, oidcSession } from '../sign-in/oidc.ts';
import type { Configured } from '../tenants/options.ts';
import type { Grant } from '../token/grant.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const decodeBytes = (text: string, option: string): Uint8Array =>
  decodeKey(option, text, 'names a file that ');

/** A key of the ring: PEM (Ed25519), or base64. */
function decodeRingKey(text: string, option: string): unknown {
  if (!text.trimStart().startsWith('-----BEGIN')) return decodeBytes(text, option);
  try {
    return /^\s*-----BEGIN PUBLIC/.test(text) ? createPublicKey(text) : createPrivateKey(text);
  } catch {
    throw new ProxyOptionError(option, `The proxy's option ${option} names a file that holds no key in PEM.`);
  }
}
const asText = (text: string): string => text;

interface Kind {
  readonly options: RegExp;
  readonly decode: (text: string, option: string) => unknown;
  /** Whether it stands in a file alone. */
  readonly isSecret: boolean;
}

/** The options that a file may hold, which is named by the option's own name and `File`. */
const KINDS: readonly Kind[] = [
  { options: /^credentials\.(?:key|secret)$/, decode: asText, isSecret: true },
  { options: /^(?:keys|audit\.seals)\[\d+\]\.key$/, decode: decodeRingKey, isSecret: true },
  { options: /^(?:audit|mapping)\.key$/, decode: decodeBytes, isSecret: true },
  { options: /^(?:webhooks\.secrets|metrics\.token|connection\.key)$/, decode: asText, isSecret: true },
  { options: /^linksPage\.administrators\[\d+\]\.secret$/, decode: asText, isSecret: true },
  { options: /^connection\.(?:ca|cert|forwardProxy)$/, decode: asText, isSecret: false },
  { options: /^storage\.(?:postgres|redis)$/, decode: asText, isSecret: false },
  { options: /^session\.oidc\.clientSecret$/, decode: asText, isSecret: true },
  { options: /^session\.header\.key$/, decode: decodeBytes, isSecret: true },
];
const findKind = (option: string): Kind | undefined => KINDS.find(({ options }) => options.test(option));

const SECRET_PARAMETER = /^(?:ssl)?(?:password|passwd|pwd)$|secret$/i;

/** True for an address with a password in it: before the host, or among its parameters. */
function hasPassword(address: string): boolean {
  if (!/^[a-z+]+:\/\//i.test(address)) return false;
  const names = [...new URLSearchParams(address.replace(/^[^?]*\??/, '')).keys()];
  return /^[a-z+]+:\/\/[^/@]*:[^/@]+@/i.test(address) || names.some((name) => SECRET_PARAMETER.test(name));
}

/** A secret by its place, or an address with a password in it. */
const isSecret = (option: string, value: unknown): boolean =>
  findKind(option)?.isSecret === true || (typeof value === 'string' && hasPassword(value));

/** The last words of the options that a file may hold. */
const HELD_BY_FILES = [
  ...['key', 'secret', 'secrets', 'token', 'clientSecret'],
  ...['ca', 'cert', 'forwardProxy', 'postgres', 'redis'],
];

/** Throws for a name that is nearly that of a file: as an unknown option it would be said to be meant for a secret itself. */
function requireFileName(option: string, plain: string, name: string): void {
  const within = plain.slice(0, -name.length);
  const held = HELD_BY_FILES.filter((word) => findKind(within + word) !== undefined);
  const files = held.map((word) => (word === 'secrets' ? 'secretFiles' : `${word}File`));
  const near = held.includes(name) ? undefined : findNearest(name, [...files, ...held]);
  const isFile = near !== undefined && files.includes(near) && /fi/i.test(name);
  const sentence = `is not known. Did you mean ${near}? Of its files known are ${files.join(', ')}.`;
  requireOption(option, !isFile, sentence);
}

/** Other options that name a file or a folder. */
const PATH_OPTIONS = /^(?:storage\.(?:file|passwordFile)|audit\.archive)$/;

/** Reads what a JSON file has, with files named from its own folder. */
function createReader(folder: string) {
  function readFrom(option: string, path: unknown, decode: Kind['decode']): unknown {
    const named = typeof path === 'string' ? path : '';
    requireOption(option, named !== '', 'must name a file.');
    const file = resolve(folder, named);
    let text = '';
    let code = '';
    try {
      text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      noteSecretFile(file);
    } catch (error) {
      code = String((error as NodeJS.ErrnoException).code);
    }
    requireOption(option, code === '', `names a file that cannot be read (${code}).`);
    requireOption(option, text !== '', 'names a file that is empty.');
    return decode(text, option);
  }

  /** An option that a file holds, by the name that JSON has for it; undefined for any other. */
  function readFiles(option: string, plain: string, value: unknown): unknown {
    const [, base = '', isList = ''] = /^(.+?)File(s?)$/.exec(plain) ?? [];
    const decode = findKind(base + isList)?.decode;
    if (!decode) return undefined;
    if (isList === '') return readFrom(option, value, decode);
    const list: unknown[] = Array.isArray(value) ? value : [];
    requireOption(option, list.length > 0, 'must list files.');
    return list.map((path, at) => readFrom(`${option}[${at}]`, path, decode));
  }

  /** One option of a JSON file, as a module would have it: its name and its value. `within` is the path of what it is in. */
  function toOption(within: string, name: string, value: unknown): readonly [name: string, value: unknown] {
    const option = within === '' ? name : `${within}.${name}`;
    // Below a tenant the same names mean the same.
    const plain = option.replace(/^tenants\[\d+\]\./, '');
    if (PATH_OPTIONS.test(plain) && typeof value === 'string' && value !== ':memory:')
      return [name, resolve(folder, value)];
    const fromFiles = readFiles(option, plain, value);
    if (fromFiles !== undefined) return [name.replace('File', ''), fromFiles];
    requireFileName(option, plain, name);
    const instead = name === 'secrets' ? 'secretFiles' : `${name}File`;
    const sentence = `is a secret, or holds one, which JSON does not: name its file as ${instead}.`;
    requireOption(option, !isSecret(plain, value), sentence);
    return [name, read(option, value)];
  }

  function read(within: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item, at) => read(`${within}[${at}]`, item));
    if (!isFields(value)) return value;
    const options = Object.entries(value).map(([name, each]) => toOption(within, name, each));
    const names = options.map(([name]) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at) ?? '';
    requireOption(`${within}.${twice}`, twice === '', 'is given twice, by itself and by a file.');
    return Object.fromEntries(options);
  }
  return read;
}

/** Grants a professional by a claim that holds the service's id of them; nobody without it. */
function toGrant(given: unknown): (claims: IdentityClaims) => Grant | null {
  const fields = isFields(given) ? given : {};
  requireKnown('session.grant', fields, ['professionalId', 'actions']);
  const { professionalId, actions } = fields;
  const claim = typeof professionalId === 'string' ? professionalId : '';
  requireOption(
    'session.grant.professionalId',
    claim !== '',
    'must name the claim that holds the id of the professional at the service.',
  );
  const listed: readonly unknown[] = Array.isArray(actions) ? actions : [];
  requireOption('session.grant.actions', listed.length > 0, "must list actions, such as ['read', 'apply'].");
  for (const [at, action] of listed.entries()) {
    const isKnown = ACTIONS.some((known) => known === action);
    const sentence = `is no action.${suggest(`${action}`, ACTIONS)} Known are ${ACTIONS.join(', ')}.`;
    requireOption(`session.grant.actions[${at}]`, isKnown, sentence);
  }
  return (claims) => {
    const named = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    if (typeof named !== 'string') return null;
    return {
      sub: claims.sub,
      role: 'professional',
      professionalId: named,
      actions: actions as Grant['actions'],
    };
  };
}

const READY: Readonly<Record<string, (options: never) => ReadySession>> = {
  oidc: oidcSession,
  jwt: jwtSession,
  header: headerSession,
};

/** Throws a ProxyOptionError for what is none of the sign-ins that need no code. */
function toSession(given: unknown): ReadySession {
  const [[kind = '', options] = [], another] = Object.entries(isFields(given) ? given : {});
  const make = Object.hasOwn(READY, kind) && another === undefined ? READY[kind] : undefined;
  if (make && isFields(options)) return make({ ...options, grant: toGrant(options.grant) } as never);
  const kinds = Object.keys(READY).map((name) => `{ "${name}": {…} }`);
  const sentence = `must be one of ${kinds.join(', ')}: what asks code of yours needs a module.`;
  throw new ProxyOptionError('session', `The proxy's option session ${sentence}`);
}

/**
 * Takes what a file of JSON holds for the options of a module, with secrets in files that `keyFile` and the like name from its
 * folder, and a sign-in that needs no code.
 *
 * @throws ProxyOptionError that names the option
 */
export function toConfigured(parsed: object, folder: string): Configured {
  const withSession = (options: unknown): unknown =>
    isFields(options) && options.session !== undefined
      ? { ...options, session: toSession(options.session) }
      : options;
  const read = withSession(createReader(folder)('', parsed)) as Fields;
  const { tenants } = read;
  return (Array.isArray(tenants)
    ? { ...read, tenants: tenants.map(withSession) }
    : read) as unknown as Configured;
}
