import type { ScoredGlance } from '@instrument-panel/client/contract';
import { latestForm, type ShortView, shortView } from '@instrument-panel/shared/score/short-view';
import type { ListSnapshot, RowSnapshot } from '../intents/outputs.ts';

/** What a row's mark shows: one instrument, and all of them in words. */
export interface Summary {
  /** The one with the latest score; without any score the one that was answered last. */
  readonly main: ShortView | null;
  /** The one that was answered last first. */
  readonly views: readonly ShortView[];
  /** The gravest that is known of any instrument. */
  readonly risk: 'flagged' | 'unavailable' | 'none' | 'unanswered';
}

const isAnswered = ({ status }: ScoredGlance): boolean => status === 'ANSWERED';

/** Sums up the courses of one patient. A flag of any instrument counts, whichever is drawn. */
export function summaryOf(
  { patientId, submissions }: Extract<RowSnapshot, { readonly state: 'course' }>,
  { scales, unreadable }: Pick<ListSnapshot, 'scales' | 'unreadable'>,
): Summary {
  const theirs = submissions.filter((one) => one.patientId.toLowerCase() === patientId.toLowerCase());
  const first = latestForm(theirs);
  const forms = [...new Set(theirs.map(({ formTemplateId }) => formTemplateId.toLowerCase()))];
  const ordered =
    first === null ? forms : [first.toLowerCase(), ...forms.filter((one) => one !== first.toLowerCase())];
  const scaleOf = new Map(
    Object.values(scales).flatMap((one) => (one ? [[one.id.toLowerCase(), one] as const] : [])),
  );
  const views = ordered.map((formId) =>
    shortView({ patientId, formId, submissions: theirs, scale: scaleOf.get(formId) ?? null, unreadable }),
  );
  const scoredAt = (view: ShortView): number => view.points.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const main = first === null ? null : (views.toSorted((a, b) => scoredAt(b) - scoredAt(a))[0] ?? null);
  const kinds = views.map(({ risk }) => risk.kind);
  const risk = kinds.includes('flagged')
    ? 'flagged'
    : !theirs.some(isAnswered)
      ? 'unanswered'
      : kinds.includes('unavailable')
        ? 'unavailable'
        : 'none';
  return { main, views, risk };
}
