import type { ScoreView } from '@instrument-panel/shared/score';
import { couldBelongTo, type LostAnswer, mayBeAnswered } from '@instrument-panel/shared/score/latest';
import { factsOf, type InstrumentFacts } from '@instrument-panel/shared/score/published';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { configured } from '../configure.ts';
import { sayPanelRisk } from './headline.ts';
import type { CourseViewModel } from './model.ts';
import type { PanelSnapshot } from './read.ts';

/** True if no answer is known of to ask about risk. A period without answers says nothing of those outside it. */
export function isUnanswered({ reading: { submissions }, view }: CourseViewModel): boolean {
  const { risk, points, isLatestKnown, patientId, formTemplateId } = view;
  if (!submissions || !isLatestKnown || points.length > 0 || risk.kind !== 'unavailable') return false;
  const isOurs = couldBelongTo(patientId, formTemplateId);
  const rows = [...submissions.lost, ...(submissions.data as readonly LostAnswer[])];
  return !rows.some((one) => isOurs(one) && mayBeAnswered(one));
}

/** Says that an instrument does not ask about suicide or self-harm; empty if that is not known. */
export function sayAsksNothing(
  { speech, title, reading, view }: CourseViewModel<WholeSpeech>,
  { asksAboutRisk }: InstrumentFacts,
): string {
  if (asksAboutRisk !== false || view.risk.kind === 'flagged' || reading.unfiltered) return '';
  const { shortTitle, title: longTitle } = reading.instrument?.data ?? {};
  return speech.words.asksNothing({ title: shortTitle || longTitle || title });
}

const marked = new WeakMap<ScoreView, ScoreView>();
/** Marks a view whose instrument is known not to ask about suicide or self-harm; the same view gives the same again. */
export function markAsked(view: ScoreView, { instrument }: PanelSnapshot): ScoreView {
  const own = configured().instruments?.[view.formTemplateId.toLowerCase()];
  if (factsOf(view, instrument?.data, own).asksAboutRisk !== false) return view;
  const made = marked.get(view) ?? { ...view, asksNothing: true };
  marked.set(view, made);
  return made;
}

/** Says what is known of risk as the panel does; `kind` is `none` for what is shown quietly. */
export function toRiskLine(course: CourseViewModel<WholeSpeech>) {
  const { speech, reading, view } = course;
  const own = configured().instruments?.[view.formTemplateId.toLowerCase()];
  const asksNothing = sayAsksNothing(course, factsOf(view, reading.instrument?.data, own));
  if (asksNothing) return { kind: 'none', text: asksNothing };
  if (isUnanswered(course)) return { kind: 'none', text: speech.words.riskUnanswered };
  return sayPanelRisk(course);
}
