import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { requireOption } from './options.ts';
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
