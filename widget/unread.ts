import type { ScoreView } from '@instrument-panel/shared/score';
import type { KitElement } from './element.ts';
import { InstrumentPartialEvent, type Unread } from './events.ts';

const told = new WeakMap<EventTarget, readonly unknown[]>();

/**
 * Sets the state `partial`, and tells the page what could not be read, once for each reading.
 *
 * @param reading the same values for the same reading
 */
export function tellUnread(
  element: Pick<KitElement, 'addState'> & EventTarget,
  reading: readonly unknown[],
  { patientId, formId }: Pick<Unread, 'patientId' | 'formId'>,
  { unread, isLatestKnown, unreadable: parts }: Pick<ScoreView, 'unread' | 'isLatestKnown' | 'unreadable'>,
  paths: readonly string[],
): void {
  const answers = unread.at.length + unread.undated;
  const isPartial = answers + parts + paths.length > 0;
  if (isPartial) element.addState('partial');
  const last = told.get(element);
  if (last && reading.every((part, index) => part === last[index])) return;
  told.set(element, reading);
  if (!isPartial) return;
  const mayHideLatest = !isLatestKnown;
  element.dispatchEvent(
    new InstrumentPartialEvent({ patientId, formId, answers, mayHideLatest, parts, paths }),
  );
}
