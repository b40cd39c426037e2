import type { ScoreView } from '@instrument-panel/shared/score/view';
import { scoreTable } from '@instrument-panel/shared/ui/course/table';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DetailProps } from './course-detail.tsx';

/** The same facts as the graph's, as a table that is made when it is opened. */
export function ScoreTable({ speech, course, view, intents }: DetailProps & { readonly view: ScoreView }) {
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const requests = new Map(course.submissions.map((one) => [one.id, one]));
    const title = course.title || course.name || speech.course.words.untitled;
    const table = scoreTable({
      speech: speech.course,
      view,
      title,
      requests,
      canOpen: true,
      isForPatient: false,
    });
    table.addEventListener('click', ({ target }) => {
      const row = target instanceof Element && target.closest<HTMLElement>('[data-submission]');
      if (row) intents.item(course.formId, Number(row.dataset.submission));
    });
    place.current?.replaceChildren(table);
  }, [isOpen, view, course, speech, intents]);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{speech.course.words.table(view.points.length)}</summary>
      <div ref={place} class="table" />
    </details>
  );
}
