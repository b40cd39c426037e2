import { isTimeZone } from '@instrument-panel/shared/words/format';

/**
 * Accepted values of an attribute: keywords separated by spaces (`eager lazy`), the first being the default; an integer
 * as `[default, minimum, maximum]`; or a function that parses the text and returns null if it does not accept it.
 */
type AcceptedValues =
  | string
  | readonly [absent: number, least: number, most: number]
  | ((text: string | null) => string | null);

/** Accepted values of an element's attributes, by name. */
export type Attributes = Readonly<Record<string, AcceptedValues>>;

/** Parses an attribute's text. An invalid one yields the default, and an empty one if the values are listed. */
export function readAttribute(accepted: AcceptedValues, given: string | null): string | number | null {
  const text = given || null;
  if (typeof accepted === 'function') return accepted(given);
  if (typeof accepted === 'string') {
    const words = accepted.split(' ');
    return words.find((word) => word === text) ?? words[0] ?? null;
  }
  const [absent, least, most] = accepted;
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value >= least && value <= most ? value : absent;
}

/** Returns the name of the first attribute with an invalid value. */
export const findInvalidAttribute = (element: Element, attributes: Attributes): string | undefined =>
  Object.keys(attributes).find((name) => {
    const text = element.getAttribute(name);
    return text && String(readAttribute(attributes[name] ?? '', text)) !== text;
  });

/** Accepts any text; an empty one counts as absent. Identifiers are validated when a request is built. */
export const anyText = (text: string | null): string | null => text || null;

/** Accepts an IANA time zone that the browser knows. */
export const timeZone = (text: string | null): string | null => (text && isTimeZone(text) ? text : null);

/** Accepts a well-formed BCP 47 tag: `pt-BR`, not `pt_BR`. */
export const languageTag = (text: string | null): string | null =>
  /^[a-z]{2,3}(-\w{1,8})*$/i.test(text ?? '') ? text : null;

/** Accepts an HTTP address, or a path on the page's own host. */
const webAddress = (text: string | null): string | null => (/^(https?:\/)?\//.test(text ?? '') ? text : null);

/** Attributes by which no element goes on if they are invalid: they say where it reads. */
export const STOPPING_ATTRIBUTES = { 'base-url': webAddress } as const;
