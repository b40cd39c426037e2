import { latestColor, sayLastChange } from '@instrument-panel/shared/panel/headline';
import type { RiskState, ScoreView } from '@instrument-panel/shared/score';
import { findPart, writeText } from '@instrument-panel/shared/ui/dom';
import { type Speech, sayMax, sayRange, sayRisk, sayUnread } from '@instrument-panel/shared/words/say';
import type { CourseViewModel } from './model.ts';

/** The kind that risk is shown as: quietly, as `none`, for a flag that a later answer contradicts. */
export const riskLook = ({ risk }: ScoreView): RiskState['kind'] =>
  risk.kind === 'flagged' && !risk.isCurrent ? 'none' : risk.kind;

/** Shows the sentence on risk. */
export function renderRisk(root: ShadowRoot, { speech, view }: CourseViewModel): void {
  findPart(root, 'risk').dataset.risk = riskLook(view);
  writeText(root, 'risk-text', sayRisk(speech, view));
}

/** Shows what could not be read, then score, class with its range, date and change. */
export function renderHeadline(root: ShadowRoot, speech: Speech, view: ScoreView): void {
  const { format } = speech;
  const { points, bands, isLatestKnown, isEnded } = view;
  const last = points.at(-1);
  writeText(root, 'unread', sayUnread(speech, view).join(' · '));
  writeText(root, 'value', last ? format.number(last.score) : '');
  writeText(root, 'range', last ? sayRange(speech, last, bands) : '');
  const color = latestColor(view);
  const swatch = findPart(root, 'swatch');
  swatch.hidden = color === null;
  swatch.style.setProperty('--_swatch', color);
  const age = last ? format.age(last.at, view.now) : '';
  const when =
    isLatestKnown && !isEnded
      ? age
      : speech.words[isLatestKnown ? 'lastInPeriod' : 'lastShown']({ date: age });
  writeText(root, 'max', last ? sayMax(speech, view) : '');
  const about = [view.seriesName, when].filter(Boolean);
  writeText(root, 'date', last ? about.join(' · ') : '');
  writeText(root, 'changes', sayLastChange(speech, view));
}
