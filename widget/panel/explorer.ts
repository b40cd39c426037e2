/** The explorer over a panel: what it shows of the panel's own course, and of the patient's other instruments. @module */
import { createScoreTable } from '@instrument-panel/shared/panel/score-table';
import type { ScoreView } from '@instrument-panel/shared/score';
import { findPart } from '@instrument-panel/shared/ui/dom';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';
import type { ExploreDialog } from '../explore/explore.ts';
import type { Explored, ExploredInstrument } from '../explore/explored.ts';
import type { CourseViewModel, PanelContext } from './model.ts';
import { createSeriesViews, findOtherInstruments, OtherCourses } from './other-courses.ts';
import { toTitle } from './read.ts';
import { markAsked, toRiskLine } from './risk-line.ts';
import { sayProblem } from './say-problem.ts';

type WholeCourse = CourseViewModel<WholeSpeech>;

/** Reads the sentence that says a graph is out of date; null if it is current. */
export const readStale = (root: ShadowRoot): string | null =>
  findPart(root, 'panel').dataset.status === 'stale' ? findPart(root, 'stale-text').textContent : null;

type Read = Pick<WholeCourse, 'speech' | 'title' | 'reading'> & {
  readonly views: ExploredInstrument['views'];
  /** Of which risk is said. Default: the first. */
  readonly view?: ScoreView | undefined;
};

/** Makes what is explored of one instrument that was read. */
function toInstrument(
  name: string,
  { speech, title, reading, views, view = views[0] }: Read,
): ExploredInstrument {
  const { series } = reading.graph.data;
  const submissions = reading.submissions?.data ?? [];
  return {
    formId: reading.graph.data.formTemplateId.toLowerCase(),
    name,
    title,
    state: 'shown',
    problem: '',
    views: views.map((one) => markAsked(one, reading)),
    // A subscale without a name has its id: it is not the whole.
    names: views.map(
      ({ seriesName }, at) =>
        seriesName ?? series[at]?.name ?? (series.length > 1 ? speech.words.wholeScore : name),
    ),
    risk: view ? toRiskLine({ speech, title, reading, view }) : null,
    requests: new Map(submissions.map((one) => [one.id, one])),
  };
}

/** How far the presents of two replies may lie apart and still be the same. */
const PRESENTS_APART_MS = 86_400_000;

type Instruments = Explored['instruments'];

/** False where two replies of the service tell another present: then no row says how long ago anything was. */
function haveOneClock(instruments: Instruments): boolean {
  const told = instruments.flatMap(({ views }) => views.flatMap(({ now }) => now ?? []));
  return told.length === 0 || Math.max(...told) - Math.min(...told) < PRESENTS_APART_MS;
}

const withoutClock = ([own, ...others]: Instruments): Instruments => {
  const strip = (one: ExploredInstrument): ExploredInstrument => ({
    ...one,
    views: one.views.map((view) => ({ ...view, now: null })),
  });
  return [strip(own), ...others.map(strip)];
};

/** The instruments with the present of their replies, or without any where they disagree. */
export const withOneClock = (instruments: Instruments): Instruments =>
  haveOneClock(instruments) ? instruments : withoutClock(instruments);

const NOT_READ = { views: [], names: [], risk: null, requests: new Map() };

/** Makes what is explored of an instrument that is read beside others. */
export function toOther(
  others: OtherCourses,
  speech: WholeSpeech,
  formId: string,
  name: string,
): ExploredInstrument {
  const course = others.find(formId);
  const { reading = null, failure = null } = course?.store ?? {};
  const { words, format } = speech;
  const error = failure instanceof Error ? failure : new TypeError('no Error was thrown');
  const since = reading ? `${words.staleSince({ date: format.moment(reading.at) })} ` : '';
  const known = reading && course;
  return {
    ...(known
      ? toInstrument(name, {
          speech,
          title: toTitle(reading) || name,
          reading,
          views: known.viewsOf(reading),
        })
      : NOT_READ),
    formId,
    name,
    title: (reading && toTitle(reading)) || name,
    state: failure !== null ? 'failed' : known ? 'shown' : course ? 'loading' : 'off',
    problem: failure === null ? '' : since + sayProblem(words, error),
  };
}

export class PanelExplorer {
  readonly #context: PanelContext;
  readonly #timeZone: () => string | null;
  readonly #others: OtherCourses;
  #viewsOf = createSeriesViews();
  #course: WholeCourse | null = null;
  #dialog: ExploreDialog | null = null;
  #shown: readonly unknown[] = [];

  constructor(context: PanelContext, timeZone: () => string | null) {
    this.#context = context;
    this.#timeZone = timeZone;
    this.#others = new OtherCourses(context, () => this.#update());
  }

  /**
   * Fetches its code and opens it with the course as it is by then; `current` gives null where that is not shown any
   * more. The patient's name comes later; a dialog that has been closed meanwhile gets none.
   */
  async open(current: () => WholeCourse | null, readName: () => Promise<string | null>): Promise<void> {
    const { exploreStyles, ExploreDialog } = await import('../explore/explore.ts');
    const course = current();
    if (!course || this.#dialog) return;
    const { adopt, root, retry } = this.#context;
    adopt(exploreStyles);
    this.#course = course;
    const first = this.#toExplored(course);
    this.#shown = exploredKey(first);
    const dialog = new ExploreDialog(root, first, course.view.seriesId, {
      choose: (formId, name, isChosen) => this.#others.choose(formId, name, isChosen),
      retry: (formId) => (formId === null ? retry() : this.#others.retry(formId)),
      createTable: (details, place) => createScoreTable(details, place, () => {}),
      closed: () => this.#leave(),
    });
    this.#dialog = dialog;
    const name = await readName();
    if (name && this.#dialog === dialog) dialog.name(name);
  }

  /** Shows what the panel shows now, and looks for news of the other instruments. */
  show(course: WholeCourse): void {
    if (!this.#dialog) return;
    this.#course = course;
    this.#others.again();
    // After the panel has said whether what it shows is current.
    queueMicrotask(() => this.#update());
  }

  /** Leaves nothing of the patient behind. */
  close(): void {
    if (!this.#dialog) return;
    this.#dialog.close();
    this.#leave();
  }

  #leave(): void {
    this.#others.clear();
    this.#dialog = this.#course = null;
    this.#viewsOf = createSeriesViews();
  }

  #update(): void {
    if (!this.#dialog || !this.#course) return;
    const next = this.#toExplored(this.#course);
    const key = exploredKey(next);
    // A reading that found nothing new leaves alone what the user is looking at.
    if (key.length === this.#shown.length && key.every((one, at) => one === this.#shown[at])) return;
    this.#shown = key;
    this.#dialog.show(next);
  }

  #toExplored({ speech, title, reading, view }: WholeCourse): Explored {
    const all = this.#viewsOf(reading).map((one) => (one.seriesId === view.seriesId ? view : one));
    const { shortTitle } = reading.instrument?.data ?? {};
    const own = toInstrument(shortTitle || title, { speech, title, reading, views: all, view });
    const { listed = [], unknown = 0 } = findOtherInstruments(reading, speech.words.untitled) ?? {};
    const others = [
      ...listed,
      ...this.#others.chosen().filter(({ formId }) => listed.every((one) => one.formId !== formId)),
    ];
    const instruments = [
      own,
      ...others.map(({ formId, name }) => toOther(this.#others, speech, formId, name)),
    ] as const;
    return {
      speech,
      title,
      timeZone: this.#timeZone(),
      stale: readStale(this.#context.root),
      instruments: withOneClock(instruments),
      list: {
        isReadable: this.#context.reader.client !== undefined,
        isKnown: reading.submissions !== null,
        unknown,
      },
    };
  }
}

/** Everything of what is explored that makes a difference to who looks. */
export const exploredKey = ({ instruments, stale, list, whole }: Explored): readonly unknown[] => [
  stale,
  JSON.stringify(whole),
  JSON.stringify(list),
  // A view is made anew where an answer behind a flag is read, with the same points.
  ...instruments.flatMap(({ formId, name, state, problem, risk, views }) => [
    ...[formId, name, state, problem, risk?.kind, risk?.text],
    ...views.map(({ points }) => points),
  ]),
];
