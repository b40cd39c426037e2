import { createScoreTable, type ScoreTable as Table } from '@instrument-panel/shared/panel/score-table';
import type { ScoreView } from '@instrument-panel/shared/score/view';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DetailProps } from './course-detail.tsx';

/** The same facts as the graph's, as a table that is made when it is opened. */
export function ScoreTable({ speech, course, view, intents }: DetailProps & { readonly view: ScoreView }) {
  const details = useRef<HTMLDetailsElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const table = useRef<Table>(null);
  useLayoutEffect(() => {
    if (!details.current || !place.current) return;
    const open = (submissionId: number) => intents.item(course.formId, submissionId);
    table.current ??= createScoreTable(details.current, place.current, open);
    const requests = new Map(course.submissions.map((one) => [one.id, one]));
    const title = course.title || course.name || speech.course.words.untitled;
    const model = { speech: speech.course, view, title, requests, isForPatient: false };
    table.current.show({ ...model, canOpen: true });
  }, [view, course, speech, intents]);
  return (
    <details ref={details}>
      <summary>{speech.course.words.table(view.points.length)}</summary>
      <div ref={place} class="table" />
    </details>
  );
}
