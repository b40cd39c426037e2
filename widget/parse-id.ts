import { isUuid } from '@instrument-panel/client/params';

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
