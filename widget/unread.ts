import type { ScoreView } from '@instrument-panel/shared/score';
import type { KitElement } from './element.ts';
import { InstrumentErrorEvent, InstrumentPartialEvent, type Unread } from './events.ts';

/** Tells the page what could not be read, and the same as an error for a page that listens to nothing else. */
export function dispatchPartial(element: EventTarget, unread: Unread): void {
  element.dispatchEvent(new InstrumentPartialEvent(unread));
  const { patientId, formId, answers, parts } = unread;
  const problem = 'partial';
  const message = `unread: ${answers} answers, ${parts} other parts`;
  element.dispatchEvent(
    new InstrumentErrorEvent({ patientId, formId, problem, code: problem, message, attribute: null }),
  );
}

/** Counts what could not be read of the course of one instrument. */
export function toUnread(
  { patientId, formId }: Pick<Unread, 'patientId' | 'formId'>,
  { unread, isLatestKnown, unreadable }: Pick<ScoreView, 'unread' | 'isLatestKnown' | 'unreadable'>,
  paths: readonly string[],
): Unread {
  const answers = unread.at.length + unread.undated;
  return { patientId, formId, answers, mayHideLatest: !isLatestKnown, parts: unreadable, paths };
}

const told = new WeakMap<EventTarget, readonly unknown[]>();

/**
 * Sets the state `partial`, and tells the page what could not be read, once for each reading.
 *
 * @param reading the same values for the same reading
 */
export function tellUnread(
  element: Pick<KitElement, 'addState'> & EventTarget,
  reading: readonly unknown[],
  unread: Unread,
): void {
  const isPartial = unread.answers + unread.parts + unread.paths.length > 0;
  if (isPartial) element.addState('partial');
  const last = told.get(element);
  if (last && reading.every((part, index) => part === last[index])) return;
  told.set(element, reading);
  if (isPartial) dispatchPartial(element, unread);
}
