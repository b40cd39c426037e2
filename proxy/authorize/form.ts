import type { ProxyRequest } from '../exchange.ts';
import { invalid, Refusal } from '../refusal.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a form; gives null where a field comes twice (RFC 6749, section 3.2).
 *
 * @throws Refusal 415 for anything but a form, 413 beyond `limit` bytes, 400 for what is not UTF-8
 */
export async function readForm(
  request: ProxyRequest,
  limit: number,
): Promise<Readonly<Record<string, string>> | null> {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  if (type === undefined || !FORM_TYPE.test(type) || (encoding !== undefined && encoding !== 'identity')) {
    const message = 'Send the body as Content-Type: application/x-www-form-urlencoded.';
    throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', message);
  }
  const bytes = await request.readBody(limit);
  let fields: URLSearchParams;
  try {
    fields = new URLSearchParams(decoder.decode(bytes));
  } catch {
    throw invalid('The body must be in UTF-8.');
  }
  const names = [...fields.keys()];
  return new Set(names).size === names.length ? Object.fromEntries(fields) : null;
}
