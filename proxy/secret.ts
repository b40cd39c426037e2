import { readFileSync } from 'node:fs';
import { requireOption } from './options.ts';

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
  let text = '';
  let code = '';
  try {
    text = readFileSync(file ?? '', 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    code = String((error as NodeJS.ErrnoException).code);
  }
  requireOption(
    name,
    code === '',
    `is to be read from the file of ${name}_FILE, which cannot be read (${code}).`,
  );
  requireOption(name, text !== '', `is to be read from the file of ${name}_FILE, which is empty.`);
  return text;
}
