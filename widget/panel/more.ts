import { type GraphPointer, pointAt, type ScoreGraphDrawing } from '../../shared/chart/index.ts';
import { type Speech, sayPoint, type WholeSpeech, whole } from '../../shared/locale/panel/index.ts';
import type { Intents, Told } from './face.ts';
import { place } from './place.ts';
import { sayProblem } from './say-problem.ts';
import { showSeries } from './series.ts';
import { scoreTable } from './table.ts';
import { tellSelect } from './tell-select.ts';
import { furnishTools } from './tools.ts';
import { createWalk } from './walk.ts';

export { moreStyles } from './more-styles.ts';

/** What a panel has beyond its first sight, fetched when that stands. */
export interface More {
  /** Brings it in line with what is shown. */
  show(told: Told, drawing: ScoreGraphDrawing | null): void;
  /** What went wrong, and what to do. */
  sayProblem(speech: Speech, error: Error): string;
  /** Forgets the patient, and listens to the page no more. */
  clear(): void;
  /** Says that the latest answer is new. */
  tellNew(): void;
}

/** Furnishes a panel: the walk through the answers with its tip, the choice of series, the table, paper, tools. */
export function furnish(
  root: ShadowRoot,
  intents: Intents,
  announce: (text: string) => void,
  adopt: (css: () => string) => void,
): More {
  const tools = furnishTools(root, announce, adopt);
  const details = place(root, 'table') as HTMLDetailsElement;
  let shown: (Told & { readonly speech: WholeSpeech }) | null = null;
  let pointer: GraphPointer | null = null;
  let pointed: ScoreGraphDrawing | null = null;
  let isTableCurrent = false;
  let wasOpen = false;

  const lines = (index: number) => (shown ? sayPoint(shown.speech, shown.view, index) : []);
  const sentence = (index: number) => `${lines(index).join('. ')}.`;
  const walked = createWalk(place(root, 'graph'), () => pointer, {
    count: () => shown?.view.points.length ?? 0,
    lines,
    announce: (index) => announce(sentence(index)),
    select: (index) => shown && tellSelect(root.host, shown.view, index),
  });

  /** Builds the table when it is first looked at, and anew when the course has changed since. */
  const fillTable = (): void => {
    if (!details.open || !shown || isTableCurrent) return;
    details.querySelector('table')?.remove();
    details.append(scoreTable(shown.speech, shown.view, shown.title));
    isTableCurrent = true;
  };
  details.addEventListener('toggle', fillTable);
  /** Opens the table for paper, and closes it after where it was closed. */
  const print = ({ type }: Event): void => {
    const isPrinting = type === 'beforeprint';
    if (isPrinting) wasOpen = details.open;
    details.open = isPrinting || wasOpen;
    fillTable();
  };
  place(root, 'series').addEventListener('change', ({ target }) => {
    intents.series((target as HTMLInputElement).value);
  });

  return {
    show(next, drawing) {
      const { reading, view } = next;
      const speech = whole(next.speech);
      shown = { ...next, speech };
      const graph = place(root, 'graph');
      if (view.points.length > 0) graph.ariaLabel = `${graph.ariaLabel} ${speech.words.walk}`;
      showSeries(root, speech, reading.graph.data, view.seriesId);
      if (drawing && drawing !== pointed) pointer = pointAt(drawing);
      pointed = drawing;
      walked();
      isTableCurrent = false;
      fillTable();
      // A listener that is there already is not added again.
      tools.show(shown);
      addEventListener('beforeprint', print);
      addEventListener('afterprint', print);
    },
    sayProblem: (speech, error) => sayProblem(whole(speech).words, error),
    clear() {
      shown = pointer = pointed = null;
      tools.clear();
      removeEventListener('beforeprint', print);
      removeEventListener('afterprint', print);
    },
    tellNew() {
      if (shown) announce(shown.speech.words.newAnswer(sentence(shown.view.points.length - 1)));
    },
  };
}
