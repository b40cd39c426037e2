import type { Attributes } from './element.ts';

/** Attributes whose values are never written to the console: they identify people. */
const KEPT_BACK: ReadonlySet<string> = new Set(['patient-id', 'professional-id', 'form-id']);
const UUID = /[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}/i;
const DATE = 'a day (2026-03-01) or a date-time (2026-03-01T09:00:00Z)';
/** Accepted values of attributes without a list of keywords. */
const TAKEN: Readonly<Record<string, string>> = {
  'patient-id': 'a UUID',
  'professional-id': 'a UUID',
  'form-id': 'a UUID',
  'start-date': `${DATE}, no later than end-date`,
  'end-date': DATE,
  'base-url': 'an address that begins with https://, or a path on this host',
  series: 'the seriesId of a series in the graph',
  lang: 'a language tag such as pt-BR',
  'time-zone': 'an IANA name such as Europe/Lisbon',
};
/** Longest part of a value that a message repeats, in characters. */
const LENGTH = 40;

function takenBy(name: string, takes: Attributes[string] | undefined): string {
  if (typeof takes === 'string') return takes.split(' ').join(' or ');
  if (typeof takes === 'object') return `a whole number from ${takes[1]} to ${takes[2]}`;
  return TAKEN[name] ?? 'something else';
}

function kindOf(text: string): string {
  if (UUID.test(text)) return 'a UUID with something around it';
  return /^\d+$/.test(text) ? 'a number' : 'other text';
}

/** Describes an invalid attribute for the developer: its value, and the values it accepts. */
export function sayMisuse(name: string, given: string | null, attributes: Attributes): string {
  const takes = `it takes ${takenBy(name, attributes[name])}.`;
  if (!given) return `The attribute ${name} is missing: ${takes}`;
  const cut = given.length > LENGTH ? `${given.slice(0, LENGTH)}…` : given;
  const what = KEPT_BACK.has(name) ? `holds ${kindOf(given)}` : `is ${JSON.stringify(cut)}`;
  return `The attribute ${name} ${what}: ${takes}`;
}

/** Last message about each element. An element restarts with each property that is set, so messages would repeat. */
const told = new WeakMap<Element, string>();

/** Reports an invalid attribute, unless the element's last message was the same. */
export function tellMisuse(
  element: Element,
  name: string,
  given: string | null,
  attributes: Attributes,
  say: (text: string) => void,
): void {
  const text = sayMisuse(name, given, attributes);
  if (told.get(element) !== text) say(text);
  told.set(element, text);
}
