import type { Attributes } from './attribute-values.ts';

/** Attributes whose values are never written to the console, since they identify people. */
const PRIVATE_ATTRIBUTES: ReadonlySet<string> = new Set(['patient-id', 'professional-id', 'form-id']);
const UUID = /[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}/i;
const DATE = 'a day (2026-03-01) or a date-time (2026-03-01T09:00:00Z)';
/** Accepted values of attributes without a list of keywords. */
const ACCEPTED_VALUES: Readonly<Record<string, string>> = {
  'patient-id': 'a UUID',
  'professional-id': 'a UUID',
  'form-id': 'a UUID',
  'start-date': `${DATE}, no later than end-date`,
  'end-date': DATE,
  'base-url': 'an address that begins with https://, or a path on this host',
  'next-visit': 'a day such as 2026-03-01',
  series: 'the seriesId of a series in the graph',
  lang: 'a language tag such as pt-BR',
  'time-zone': 'an IANA name such as Europe/Lisbon',
  tools: 'the names answers, explore, copy, csv, png and print, or none of them',
};
/** Longest part of a value that a message quotes, in characters. */
const QUOTE_LENGTH_MAX = 40;

function describeAccepted(name: string, takes: Attributes[string] | undefined): string {
  if (typeof takes === 'string') return takes.split(' ').join(' or ');
  if (typeof takes === 'object') return `a whole number from ${takes[1]} to ${takes[2]}`;
  return ACCEPTED_VALUES[name] ?? 'something else';
}

function kindOf(text: string): string {
  if (UUID.test(text)) return 'a UUID with something around it';
  return /^\d+$/.test(text) ? 'a number' : 'other text';
}

/** Describes an invalid attribute for the developer: its value, and the values it accepts. */
export function sayMisuse(name: string, given: string | null, attributes: Attributes): string {
  const takes = `it takes ${describeAccepted(name, attributes[name])}.`;
  if (!given) return `The attribute ${name} is missing: ${takes}`;
  const cut = given.length > QUOTE_LENGTH_MAX ? `${given.slice(0, QUOTE_LENGTH_MAX)}…` : given;
  const what = PRIVATE_ATTRIBUTES.has(name) ? `holds ${kindOf(given)}` : `is ${JSON.stringify(cut)}`;
  return `The attribute ${name} ${what}: ${takes}`;
}
