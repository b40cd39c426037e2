import { sayRiskOf } from '@instrument-panel/shared/panel/headline';
import { factsOf, type InstrumentFacts } from '@instrument-panel/shared/score/published';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { configured } from '../configure.ts';
import type { CourseViewModel } from './model.ts';

/** Says that an instrument asks nothing of the kind, so that it has no flag to miss; empty where that is not known. */
export function sayAsksNothing(
  { speech, title, reading, view }: CourseViewModel<WholeSpeech>,
  { asksAboutRisk }: InstrumentFacts,
): string {
  if (asksAboutRisk !== false || view.risk.kind === 'flagged' || reading.unfiltered) return '';
  const { shortTitle, title: longTitle } = reading.instrument?.data ?? {};
  return speech.words.asksNothing({ title: shortTitle || longTitle || title });
}

/** Says what is known of risk as the panel does; `kind` is `none` for what is said quietly. */
export function toRiskLine(course: CourseViewModel<WholeSpeech>) {
  const { speech, reading, view } = course;
  const { points, unread, risk } = view;
  const own = configured().instruments?.[view.formTemplateId];
  const asksNothing = sayAsksNothing(course, factsOf(view, reading.instrument?.data, own));
  const isUnanswered = !!reading.submissions && points.length + unread.at.length + unread.undated === 0;
  const { kind, text } = sayRiskOf(speech, view, isUnanswered);
  const isLoud = risk.kind === 'flagged' ? risk.isCurrent : kind === 'unavailable';
  return asksNothing ? { kind: 'none', text: asksNothing } : { kind: isLoud ? kind : 'none', text };
}
