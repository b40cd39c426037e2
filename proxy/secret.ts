import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ProxyOptionError, requireOption } from './options.ts';
import { noteSecretFile } from './secret-files.ts';

/**
 * Names a file in a message. What may be the secret itself, set in the place of its file's name by mistake, is not repeated: a
 * word that is in no folder, or has signs of base64.
 */
export function nameFile(path: string): string {
  const isInFolder = /[\\/]/.test(path) && (/^([\\/.~]|[A-Za-z]:)/.test(path) || existsSync(dirname(path)));
  return isInFolder && /^[\w\\/.~: -]{1,1000}$/.test(path) ? `the file ${path}` : 'the file that was named';
}

/**
 * Reads a secret for the configuration: the variable `name`, or the file that the variable `name_FILE` names, as systemd
 * and containers hand secrets over. A line end at its end is left out.
 *
 * @throws ProxyOptionError if neither is set, both are, or the file cannot be read; no part of a secret is in its message
 * @example
 * credentials: { key: readSecret('SERVICE_KEY'), secret: readSecret('SERVICE_SECRET') },
 */
export function readSecret(name: string, env: NodeJS.ProcessEnv = process.env): string {
  const [given, file] = [env[name], env[`${name}_FILE`]];
  requireOption(name, !(given && file), `is set, and so is ${name}_FILE. Unset one of them.`);
  if (given) return given;
  requireOption(
    name,
    Boolean(file),
    `is read from the environment, where neither it nor ${name}_FILE is set.`,
  );
  const path = file ?? '';
  // Of the process: a default that the configuration gave is not one that a person set.
  const origin = process.env[`${name}_FILE`] === file ? `, which ${name}_FILE names` : '';
  const remedy = `Put the secret there, or set ${name}_FILE to the path of its file.`;
  let text = '';
  let code = '';
  try {
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    noteSecretFile(path);
  } catch (error) {
    code = String((error as NodeJS.ErrnoException).code);
  }
  requireOption(
    name,
    code === '',
    `is to be read from ${nameFile(path)}${origin}; it cannot be read (${code}). ${remedy}`,
  );
  requireOption(name, text !== '', `is to be read from ${nameFile(path)}${origin}; it is empty. ${remedy}`);
  return text;
}

/** The bytes of a text in base64 or base64url, to the letter; null for any other, of which Node's decoder would skip what is none. */
function decode(text: string): Uint8Array | null {
  const [, body = '', padding = ''] = /^([\w+/-]+)(={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(body, 'base64');
  const isCanonical = (['base64', 'base64url'] as const).some(
    (encoding) => bytes.toString(encoding).replace(/=+$/, '') === body,
  );
  const isPadded = padding === '' || text.length % 4 === 0;
  return body !== '' && isCanonical && isPadded ? bytes : null;
}

/**
 * The bytes of a key in base64 or base64url, without the white space around it. Throws a {@link ProxyOptionError} for any other
 * text, such as an error page in the key's place: its letters are public, and whoever knows them could sign.
 *
 * @param where begins the sentence, between the option's name and what is wrong
 */
export function decodeKey(option: string, text: string, where = ''): Uint8Array {
  const trimmed = text.trim();
  const bytes = decode(trimmed);
  if (bytes !== null) return bytes;
  requireOption(
    option,
    decode(trimmed.replace(/\r?\n/g, '')) === null,
    `${where}is base64 in several lines. Write it in one.`,
  );
  throw new ProxyOptionError(
    option,
    `The proxy's option ${option} ${where}is not base64. Make one with: openssl rand -base64 32`,
  );
}

/**
 * Reads a key for the configuration as {@link readSecret} reads a secret: base64 or base64url, as `openssl rand -base64 32` makes it.
 * Unlike `Buffer.from(text, 'base64')`, which skips what is not base64, it takes no other text for a key.
 *
 * @param env where the variables are; `{ NAME: text }` for a text that comes from elsewhere
 * @throws ProxyOptionError as `readSecret` does, and for what is not base64; no part of a key is in its message
 * @example
 * keys: [{ kid: '2026-11', alg: 'HS256', key: readKey('TOKEN_KEY'), signs: true }],
 */
export function readKey(name: string, env: NodeJS.ProcessEnv = process.env): Uint8Array {
  const where = env[name] ? '' : `is read from the file of ${name}_FILE, which `;
  return decodeKey(name, readSecret(name, env), where);
}
