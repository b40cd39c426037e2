import { latestColor, sayLastChange, sayRiskOf } from '@instrument-panel/shared/panel/headline';
import type { ScoreView } from '@instrument-panel/shared/score';
import { type LostAnswer, mayBeAnswered, mayBeOf } from '@instrument-panel/shared/score/latest';
import { findPart, writeText } from '@instrument-panel/shared/ui/dom';
import { type Speech, sayMax, sayRange, sayUnread } from '@instrument-panel/shared/words/say';
import type { CourseViewModel } from './model.ts';

/**
 * Says what is known of risk, and how it is shown: as its kind for a flag that no later answer contradicts and for unknown
 * risk, and quietly, as `none`, for anything else.
 */
export function sayPanelRisk({ speech, reading: { submissions: sent }, view }: CourseViewModel) {
  const { risk, points, isLatestKnown, patientId, formTemplateId } = view;
  const isOurs = mayBeOf(patientId, formTemplateId);
  // A period without answers says nothing of those outside it.
  const isUnanswered =
    !!sent &&
    isLatestKnown &&
    !points.length &&
    ![...sent.lost, ...(sent.data as readonly LostAnswer[])].some((one) => isOurs(one) && mayBeAnswered(one));
  const { kind, text } = sayRiskOf(speech, view, isUnanswered);
  const isLoud = risk.kind === 'flagged' ? risk.isCurrent : kind === 'unavailable';
  return [text, isLoud ? kind : 'none', kind] as const;
}

/** Shows the sentence on risk, above everything. */
export function renderRisk(root: ShadowRoot, course: CourseViewModel): void {
  const [text, shownAs, kind] = sayPanelRisk(course);
  findPart(root, 'risk').dataset.risk = shownAs;
  writeText(root, 'risk-text', kind === 'unanswered' ? '' : text);
}

/** Shows what could not be read, then score, class with its range, date and change. */
export function renderHeadline(root: ShadowRoot, speech: Speech, view: ScoreView): void {
  const { format } = speech;
  const { points, bands, isLatestKnown } = view;
  const last = points.at(-1);
  writeText(root, 'unread', sayUnread(speech, view).join(' · '));
  writeText(root, 'value', last ? format.number(last.score) : '');
  writeText(root, 'range', last ? sayRange(speech, last, bands) : '');
  const color = latestColor(view);
  const swatch = findPart(root, 'swatch');
  swatch.hidden = color === null;
  swatch.style.setProperty('--_swatch', color);
  const age = last ? format.age(last.at, view.now) : '';
  const when = isLatestKnown ? age : speech.words.lastShown({ date: age });
  writeText(root, 'max', last ? sayMax(speech, view) : '');
  const about = [view.seriesName, when].filter(Boolean);
  writeText(root, 'date', last ? about.join(' · ') : '');
  writeText(root, 'changes', sayLastChange(speech, view));
}
