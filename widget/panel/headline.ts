import { latestColor, sayLastChange } from '@instrument-panel/shared/panel/headline';
import type { ScoreView } from '@instrument-panel/shared/score';
import { findPart, unbroken, writeText } from '@instrument-panel/shared/ui/dom';
import { type Speech, sayMax, sayRange, sayRisk, sayUnread } from '@instrument-panel/shared/words/say';
import type { CourseViewModel } from './model.ts';

/**
 * Says what is known of risk, and as which kind it is shown. A flag that later answers did not repeat is shown as quietly as
 * `none`; its sentence still names it.
 */
export const sayPanelRisk = ({ speech, view }: Pick<CourseViewModel, 'speech' | 'view'>) => ({
  kind: view.risk.kind === 'flagged' && !view.risk.isCurrent ? 'none' : view.risk.kind,
  text: sayRisk(speech, view),
});

/** Shows the sentence on risk. */
export function renderRisk(root: ShadowRoot, course: CourseViewModel): void {
  const { kind, text } = sayPanelRisk(course);
  findPart(root, 'risk').dataset.risk = kind;
  writeText(root, 'risk-text', text);
}

/** Shows what could not be read, then score, class with its range, date and change. */
export function renderHeadline(root: ShadowRoot, speech: Speech, view: ScoreView): void {
  const { format } = speech;
  const { points, bands, isLatestKnown, isEnded } = view;
  const last = points.at(-1);
  writeText(root, 'unread', sayUnread(speech, view).join(' · '));
  writeText(root, 'value', last ? format.number(last.score) : '');
  const range = last ? sayRange(speech, last, bands) : '';
  writeText(root, 'range', range);
  findPart(root, 'range').replaceChildren(...unbroken(range));
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
