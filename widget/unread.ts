import type { ScoreView } from '@instrument-panel/shared/score';
import { InstrumentPartialEvent, type Unread } from './events.ts';

const told = new WeakMap<Element, readonly unknown[]>();

/**
 * Tells the page what could not be read, once for each reading.
 *
 * @param reading the same values for the same reading
 */
export function tellUnread(
  element: Element,
  reading: readonly unknown[],
  { patientId, formId }: Pick<Unread, 'patientId' | 'formId'>,
  { unread, isLatestKnown, unreadable: parts }: Pick<ScoreView, 'unread' | 'isLatestKnown' | 'unreadable'>,
  paths: readonly string[],
): void {
  const last = told.get(element);
  if (last && reading.every((part, index) => part === last[index])) return;
  told.set(element, reading);
  const answers = unread.at.length + unread.undated;
  if (answers + parts + paths.length === 0) return;
  const mayHideLatest = !isLatestKnown;
  element.dispatchEvent(
    new InstrumentPartialEvent({ patientId, formId, answers, mayHideLatest, parts, paths }),
  );
}
