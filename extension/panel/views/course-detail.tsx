import { sayScale } from '@instrument-panel/shared/locale/panel/say';
import { sayAnalysis } from '@instrument-panel/shared/locale/panel/say-analysis';
import { useEffect } from 'preact/hooks';
import type { Course } from '../store/course.ts';
import { Applications } from './applications.tsx';
import type { ViewContext } from './context.ts';
import { Graph } from './graph.tsx';
import { Requests } from './requests.tsx';
import { ScoreTable } from './score-table.tsx';
import { SeriesChoice } from './series-choice.tsx';

export interface DetailProps extends ViewContext {
  readonly course: Course;
}

/** What a reader must know of the graph: its scale, its direction, what was not answered, what could not be read. */
function Notes({ speech: { course: speech }, view }: DetailProps & { view: NonNullable<Course['view']> }) {
  const { words } = speech;
  const said = [
    `${sayScale(speech, view)}.`,
    view.domainSource === 'service' ? '' : words.scaleAssumed[view.domainSource],
    view.missed.length > 0 ? words.missed(view.missed.length) : '',
    view.unreadable > 0 ? words.unreadable(view.unreadable) : '',
  ];
  return <p class="small">{said.filter(Boolean).join(' ')}</p>;
}

/**
 * Whether there is an AI analysis of the course: it is looked up anew with the course, since an answer makes it stale.
 * It comes late, so it stands last, with room for its sentences: no button moves under a pointer.
 */
function AnalysisLine({ store: { analyses }, speech, course }: DetailProps) {
  useEffect(() => void analyses.read(course.formId), [analyses, course]);
  return (
    <p class="small analysis" aria-live="polite">
      {sayAnalysis(speech.course, analyses.known.value.get(course.formId) ?? null)}
    </p>
  );
}

/** The whole course of one instrument: graph, table, answers, requests, and what can be changed. */
export function CourseDetail(props: DetailProps) {
  const { store, speech, course, intents } = props;
  const chosen = store.series.value.get(course.formId);
  const view = chosen === undefined ? course.view : course.viewOf(chosen);
  const latest = view?.points.at(-1);
  return (
    <div class="detail">
      {course.title && course.title !== course.name && (
        <p class="full" dir="auto">
          {course.title}
        </p>
      )}
      {course.series.length > 1 && <SeriesChoice {...props} />}
      {view && latest && (
        <>
          <Graph key={speech.lang} {...props} view={view} />
          <Notes {...props} view={view} />
          <p class="buttons">
            <button type="button" onClick={() => intents.item(course.formId, latest.submissionId)}>
              {speech.chart.latestAnswers}
            </button>
          </p>
          <ScoreTable {...props} view={view} />
        </>
      )}
      <Requests {...props} />
      <Applications {...props} />
      {latest && <AnalysisLine {...props} />}
    </div>
  );
}
