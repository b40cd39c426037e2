import { isUuid } from '@instrument-panel/client/params';
import { isTimeZone } from '@instrument-panel/shared/words/format';

/** Accepts any text. Identifiers and dates are validated when a request is built. */
export const anyText = (text: string | null): string | null => text;

/** Accepts an IANA time zone that the browser knows. */
export const timeZone = (text: string | null): string | null => (isTimeZone(text) ? text : null);

/** Accepts a well-formed BCP 47 tag: `pt-BR`, not `pt_BR`. */
export const languageTag = (text: string | null): string | null =>
  /^[a-z]{2,3}(-\w{1,8})*$/i.test(text ?? '') ? text : null;

/** Accepts an HTTP address, or a path on the page's own host. */
export const webAddress = (text: string | null): string | null =>
  /^(https?:\/)?\//.test(text ?? '') ? text : null;

/**
 * Parses an attribute that holds an identifier, to lower case.
 *
 * @throws `Failure`, with the attribute's name; without its value, which may be a patient's
 */
export function parseId(
  element: Pick<Element, 'getAttribute'>,
  name: string,
  Failure: new (code: 'missing' | 'invalid', message: string, about: string) => Error,
): string {
  const value = element.getAttribute(name);
  if (!value) throw new Failure('missing', `${name} is missing`, name);
  if (!isUuid(value)) throw new Failure('invalid', `${name} is invalid`, name);
  return value.toLowerCase();
}
