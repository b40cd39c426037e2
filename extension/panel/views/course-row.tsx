import { joined, sayChanges, sayMax, sayRange } from '@instrument-panel/shared/locale/panel/say';
import type { ScoreView } from '@instrument-panel/shared/score/view';
import type { Course } from '../store/course.ts';
import { dueOf } from '../store/due.ts';
import type { ViewContext } from './context.ts';
import { CourseDetail } from './course-detail.tsx';
import { RiskMark, riskOfCourse } from './risk-box.tsx';
import { Sparkline } from './sparkline.tsx';

interface RowProps extends ViewContext {
  readonly course: Course;
}

/** Latest score, range, change and date, from the whole instrument's series. */
function Latest({ speech: { course: speech }, view }: ViewContext & { readonly view: ScoreView }) {
  const { words, format } = speech;
  const last = view.points.at(-1);
  if (!last) return null;
  const color = last.classificationColor ?? view.bands[last.band]?.color ?? null;
  const changes = sayChanges(speech, view, view.points.length - 1).slice(0, 1);
  return (
    <>
      <span class="score">
        {view.seriesName !== null && `${view.seriesName} `}
        <b>{format.number(last.score)}</b> {sayMax(speech, view)}
      </span>
      <span class="range" dir="auto">
        {color !== null && <i class="swatch" style={{ background: color }} aria-hidden="true" />}
        {sayRange(speech, last)}
      </span>
      <span class="change">
        {changes.length === 0 && (view.points.length === 1 ? words.firstAnswer : words.noChange)}
        {changes.map(({ text, judged }) => (
          <span key={text}>
            {text}
            {judged && <b class={judged}> ({words[judged]})</b>}
          </span>
        ))}
      </span>
      <span class="date">{format.day(last.at)}</span>
    </>
  );
}

/** The other subscales, where no score stands for all: one of them alone would be read as the whole. */
function OtherScales({ speech: { course: speech }, course, view }: RowProps & { readonly view: ScoreView }) {
  if (view.seriesName === null) return null;
  const others = course.series
    .map(({ seriesId }) => course.viewOf(seriesId))
    .filter((one) => one !== null && one.seriesId !== view.seriesId);
  return others.map((one) => {
    const last = one?.points.at(-1);
    if (!one || !last) return null;
    return (
      <span key={one.seriesId} class="other" dir="auto">
        {one.seriesName} <b>{speech.format.number(last.score)}</b> {sayMax(speech, one)},{' '}
        {sayRange(speech, last)}
        {last.at !== view.points.at(-1)?.at && `, ${speech.format.day(last.at)}`}
      </span>
    );
  });
}

/** What is asked of the patient. */
function DueLine({ speech, course }: RowProps) {
  const { late, waiting, next } = dueOf(course, Date.now());
  const { chart } = speech;
  if (late + waiting === 0 && next === null) return null;
  const said = joined(
    waiting > 0 ? chart.waiting(waiting) : '',
    next === null ? '' : chart.next(speech.course.format.day(next)),
  );
  return (
    <span class="due">
      {late > 0 && <b class="late">{chart.late(late)}</b>}
      {late > 0 && said && ', '}
      {said}
    </span>
  );
}

/** One instrument: a line that says where the patient stands, and opens to the whole course. */
export function CourseRow(props: RowProps) {
  const { store, speech, course } = props;
  const { chart, course: words } = speech;
  const isOpen = store.opened.value === course.formId;
  const risk = riskOfCourse(speech, course);
  const { view } = course;
  const isDrawn = view !== null && view.points.length > 0;
  const id = `course-${course.formId}`;
  const toggle = (): void => {
    store.opened.value = isOpen ? null : course.formId;
  };
  return (
    <li class="course">
      <button type="button" class="row" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        <i class="caret" aria-hidden="true" />
        <span class="instrument" dir="auto">
          {course.name || words.words.untitled}
        </span>
        <RiskMark {...risk} />
        <span class="hush">{risk.text}. </span>
        {isDrawn && <Sparkline view={view} />}
        {isDrawn && <Latest {...props} view={view} />}
        {isDrawn && <OtherScales {...props} view={view} />}
        {!isDrawn && (
          <span class="none">
            {course.failure !== null && course.submissions.length > 0
              ? chart.unread(course.failure)
              : course.isAnswered
                ? chart.noScore
                : chart.noAnswers}
          </span>
        )}
        <DueLine {...props} />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <CourseDetail {...props} />}
      </div>
    </li>
  );
}
