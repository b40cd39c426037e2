import { sayRisk } from '@instrument-panel/shared/locale/panel/say';
import type { PanelSpeech } from '../speech.ts';
import type { Course } from '../store/course.ts';
import type { ViewContext } from './context.ts';

type Kind = 'flagged' | 'unavailable' | 'none' | 'unanswered';
const KINDS: readonly Kind[] = ['flagged', 'unavailable', 'none', 'unanswered'];
/** Of what was never answered there is no sign: any would read as one of the others. */
const MARKS: Readonly<Record<Kind, string>> = { flagged: '!', unavailable: '?', none: '–', unanswered: '' };

/** What is said of the risk of one course: a flag, none recorded, not known; with no answer, nothing is known. */
export function riskOfCourse({ course: speech }: PanelSpeech, course: Course): { kind: Kind; text: string } {
  const { risk, isAnswered } = course;
  if (!isAnswered && risk.kind === 'unavailable')
    return { kind: 'unanswered', text: speech.words.riskUnanswered };
  return { kind: risk.kind, text: sayRisk(speech, { risk }) };
}

/** The mark of risk beside a course; its sentence stands above everything. */
export function RiskMark({ kind, text }: { readonly kind: Kind; readonly text: string }) {
  return (
    <i class="mark" data-risk={kind} title={text} aria-hidden="true">
      {MARKS[kind]}
    </i>
  );
}

/** What is known of risk, instrument by instrument, the gravest kind first. Never silent. */
export function RiskBox({ store, speech }: ViewContext) {
  const courses = store.known.value?.courses ?? [];
  if (courses.length === 0) return null;
  const said = courses.map((course) => ({ course, ...riskOfCourse(speech, course) }));
  return (
    <div class="risks">
      {KINDS.map((kind) => {
        const those = said.filter((one) => one.kind === kind);
        if (those.length === 0) return null;
        return (
          <ul key={kind} class="risk" data-risk={kind} aria-label={speech.chart.riskTitle}>
            {those.map(({ course, text }) => (
              <li key={course.formId} dir="auto">
                {MARKS[kind] && <RiskMark kind={kind} text="" />}
                {speech.chart.of(course.name || speech.course.words.untitled, text)}.
              </li>
            ))}
          </ul>
        );
      })}
      <p class="small">{speech.course.words.riskNote}</p>
    </div>
  );
}
