import { type GraphPointer, pointAt } from '@instrument-panel/shared/chart/pointer';
import { drawScoreGraph, type ScoreGraphDrawing } from '@instrument-panel/shared/chart/score-graph';
import { type Stop, stopPointer, stopsOf } from '@instrument-panel/shared/chart/stops';
import { createWalk } from '@instrument-panel/shared/chart/walk';
import { sayGraph } from '@instrument-panel/shared/locale/panel/say';
import { sayPoint } from '@instrument-panel/shared/locale/panel/say-point';
import { sayRequest } from '@instrument-panel/shared/locale/panel/say-request';
import { sentence } from '@instrument-panel/shared/locale/sentence';
import type { ScoreView } from '@instrument-panel/shared/score/view';
import { useEffect, useRef } from 'preact/hooks';
import type { DetailProps } from './course-detail.tsx';

interface GraphProps extends DetailProps {
  readonly view: ScoreView;
}

/** The facts of a stop, a line for each. */
function linesOf({ speech, view, course }: GraphProps, stop: Stop | undefined): string[] {
  if (stop?.kind === 'answer') return sayPoint(speech.course, view, stop.index);
  const request = stop && view.missed[stop.index];
  if (!request) return [];
  const submission = course.submissions.find(({ id }) => id === request.submissionId);
  return sayRequest(speech.course, request, submission);
}

/** The submission that a stop is about. */
const submissionAt = ({ view }: GraphProps, stop: Stop | undefined): number | undefined =>
  stop && (stop.kind === 'answer' ? view.points[stop.index] : view.missed[stop.index])?.submissionId;

/** The graph, walked by arrow keys and pointer; Enter, click and tap open the answers. */
export function Graph(props: GraphProps) {
  const { speech, course, view } = props;
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<ScoreGraphDrawing>(null);
  const now = useRef(props);
  const anew = useRef<() => void>(null);
  now.current = props;

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const drawn = drawScoreGraph(now.current.view, speech.course.words);
    element.append(drawn.element);
    drawing.current = drawn;
    const pointer: GraphPointer = pointAt(drawn);
    const stops = () => stopsOf(now.current.view);
    anew.current = createWalk(element, () => stopPointer(pointer, stops()), {
      count: () => stops().length,
      lines: (index) => linesOf(now.current, stops()[index]),
      announce(index) {
        now.current.store.announcement.value = sentence(linesOf(now.current, stops()[index]));
      },
      select(index) {
        const id = submissionAt(now.current, stops()[index]);
        if (id !== undefined) now.current.intents.item(now.current.course.formId, id);
      },
    });
    return () => drawn.destroy();
  }, [speech]);

  useEffect(() => {
    if (drawing.current?.view !== view) drawing.current?.update(view);
    anew.current?.();
  }, [view]);

  const name = course.title || course.name || speech.course.words.untitled;
  return (
    <div
      ref={place}
      class="graph"
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk through it
      tabIndex={0}
      aria-label={`${sayGraph(speech.course, view, name)} ${speech.course.words.walk}`}
    />
  );
}
