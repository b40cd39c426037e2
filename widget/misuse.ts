import { toProblemKind } from '@instrument-panel/client';
import { type Attributes, findInvalidAttribute } from './attribute-values.ts';
import { configured } from './configure.ts';
import { InstrumentErrorEvent } from './events.ts';

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

/** Attributes that select what is shown: their fallback is an event too, and the element says it. */
const SELECTING: ReadonlySet<string> = new Set(['start-date', 'end-date', 'series', 'time-zone']);

/** Last message about each attribute of an element. An element restarts with each property, so messages would repeat. */
const told = new WeakMap<Element, Map<string, string>>();
/** Failures of `fetchToken` that were reported: all elements of a page meet the same one, over and over. */
const thrown = new Set<string>();

/** Returns whether the text is not the last one about this attribute of the element. */
function isNew(element: Element, name: string, text: string): boolean {
  const last = told.get(element) ?? new Map<string, string>();
  told.set(element, last);
  const before = last.get(name);
  last.set(name, text);
  return before !== text;
}

/** What a failure has that the developer can solve: the attribute, or what `fetchToken` threw. */
type Reported = Error & {
  readonly about?: string;
  readonly code?: unknown;
  readonly thrown?: unknown;
  readonly detail?: unknown;
};

const THIS_MACHINE = /^((.+\.)?localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether every failure is explained: as the page says, else on the developer's own machine. */
const isExplained = (): boolean => configured().debug ?? THIS_MACHINE.test(location.hostname);

/** The address that an element asks; null where a `fetch` of the page's own asks in its place. */
function addressOf(element: Element & { readonly baseUrl?: string | null }): string | null {
  const { fetch, baseUrl = null } = configured();
  return fetch ? null : (element.baseUrl ?? baseUrl);
}

/**
 * Reports an error on the console if the page's developer can solve it: one of an attribute unless it was the last one
 * about it, others once. In development every error is explained too.
 */
export function reportError(
  element: Element,
  error: Reported,
  given: string | null,
  attributes: Attributes,
): void {
  const { about, message } = error;
  if (isExplained())
    import('./debug.ts').then(
      ({ explainError }) => explainError(element, error, addressOf(element)),
      () => {},
    );
  const kind = toProblemKind(error, ['signed-out', 'token', 'address']);
  const isOffline = error.code === 'offline';
  // The proxy says which of the two is to be updated.
  const isVersion = error.code === 'PROTOCOL_NOT_SERVED';
  const isOurs = kind === 'token' || kind === 'address' || isVersion;
  if (isOffline || (about === undefined && !isOurs)) return;
  const said = isVersion ? `${message}: ${error.detail}` : message;
  const text = about ? sayMisuse(about, given, attributes) : said;
  if (about || !('thrown' in error)) {
    if (isNew(element, about ?? '', text)) console.error(`<${element.localName}> ${text}`, element);
    return;
  }
  const key = `${message} ${error.thrown}`;
  if (!thrown.has(key)) console.error(`<${element.localName}> ${text}`, element, error.thrown ?? '');
  thrown.add(key);
}

/** Warns that an attribute's default is used. If the attribute selects data, the page gets an event too. */
export function tellFallback(element: Element, name: string, attributes: Attributes): void {
  const instead = name === 'tools' ? 'Other names are ignored.' : 'Its default is used instead.';
  const text = `${sayMisuse(name, element.getAttribute(name), attributes)} ${instead}`;
  if (!isNew(element, name, text)) return;
  console.warn(`<${element.localName}> ${text}`, element);
  if (!SELECTING.has(name)) return;
  const [patientId, formId] = ['patient-id', 'form-id'].map((id) => element.getAttribute(id));
  const problem = 'invalid';
  element.dispatchEvent(
    new InstrumentErrorEvent({
      patientId: patientId ?? null,
      formId: formId ?? null,
      problem,
      code: problem,
      message: text,
      attribute: name,
    }),
  );
}

/** Warns of every invalid attribute whose default is used instead. */
export function warn(element: Element, attributes: Attributes): void {
  for (const [name, takes] of Object.entries(attributes)) {
    const isStopping = name === 'base-url' || name === 'audience';
    if (!isStopping && findInvalidAttribute(element, { [name]: takes }))
      tellFallback(element, name, attributes);
  }
}
