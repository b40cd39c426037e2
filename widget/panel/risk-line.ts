import { factsOf, type InstrumentFacts } from '@instrument-panel/shared/score/published';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { configured } from '../configure.ts';
import { sayPanelRisk } from './headline.ts';
import type { CourseViewModel } from './model.ts';

/** Says that an instrument does not ask about suicide or self-harm; empty if that is not known. */
export function sayAsksNothing(
  { speech, title, reading, view }: CourseViewModel<WholeSpeech>,
  { asksAboutRisk }: InstrumentFacts,
): string {
  if (asksAboutRisk !== false || view.risk.kind === 'flagged' || reading.unfiltered) return '';
  const { shortTitle, title: longTitle } = reading.instrument?.data ?? {};
  return speech.words.asksNothing({ title: shortTitle || longTitle || title });
}

/** Says what is known of risk as the panel does; `kind` is `none` for what is shown quietly. */
export function toRiskLine(course: CourseViewModel<WholeSpeech>) {
  const { reading, view } = course;
  const own = configured().instruments?.[view.formTemplateId.toLowerCase()];
  const asksNothing = sayAsksNothing(course, factsOf(view, reading.instrument?.data, own));
  if (asksNothing) return { kind: 'none', text: asksNothing };
  const [text, kind] = sayPanelRisk(course);
  return { kind, text };
}
