import { toProblemKind } from '@instrument-panel/client';
import { type Attributes, findInvalidAttribute } from './attribute-values.ts';
import { configured } from './configure.ts';
import { InstrumentErrorEvent } from './events.ts';

type Texts = typeof import('./debug.ts');

/** The texts, which a correct page never needs; without their file a shorter one. */
const fetchTexts = (): Promise<Pick<Texts, 'sayMisuse'> & Partial<Texts>> =>
  import('./debug.ts').catch(() => ({ sayMisuse: (name) => `Check the attribute ${name}.` }));

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
export async function reportError(
  element: Element,
  error: Reported,
  given: string | null,
  attributes: Attributes,
): Promise<void> {
  const { about, message } = error;
  const kind = toProblemKind(error, ['signed-out', 'token', 'address']);
  // The proxy says which of the two is to be updated.
  const isVersion = error.code === 'PROTOCOL_NOT_SERVED';
  const isOurs = about !== undefined || kind === 'token' || kind === 'address' || isVersion;
  const isTold = error.code !== 'offline' && isOurs;
  if (!isTold && !isExplained()) return;
  const { explainError, sayMisuse } = await fetchTexts();
  if (isExplained()) void explainError?.(element, error, addressOf(element));
  if (!isTold) return;
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
export async function tellFallback(element: Element, name: string, attributes: Attributes): Promise<void> {
  const instead = name === 'tools' ? 'Other names are ignored.' : 'Its default is used instead.';
  const given = element.getAttribute(name);
  const { sayMisuse } = await fetchTexts();
  const text = `${sayMisuse(name, given, attributes)} ${instead}`;
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
      void tellFallback(element, name, attributes);
  }
}
