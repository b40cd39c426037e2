/** All scores of a patient on one time axis: the explorer's drawing, in the page, with events of treatment. @module */
import { createScoreTable } from '@instrument-panel/shared/panel/score-table';
import type { OverviewRow } from '@instrument-panel/shared/score/overview';
import type { Treatment } from '@instrument-panel/shared/score/treatments';
import { createButton } from '@instrument-panel/shared/ui/button';
import { changeTokens } from '@instrument-panel/shared/ui/change-tokens';
import { h } from '@instrument-panel/shared/ui/dom';
import type { OverviewSpeech } from '@instrument-panel/shared/ui/overview/say';
import type { ExploreDialog } from '../explore/explore.ts';
import type { Explored } from '../explore/explored.ts';
import { exploredKey, toOther, withOneClock } from '../panel/explorer.ts';
import { OtherCourses } from '../panel/other-courses.ts';
import type { OverviewReader } from './reader.ts';

interface TimeAxisContext {
  readonly root: ShadowRoot;
  readonly place: HTMLElement;
  readonly adopt: (css: () => string) => void;
  readonly reader: OverviewReader;
  readonly close: () => void;
}

/** What the axis shows. */
interface TimeAxisModel {
  readonly speech: OverviewSpeech;
  readonly rows: readonly OverviewRow[];
  readonly timeZone: string | null;
  readonly treatments: readonly Treatment[];
}

/** Answers and planned requests by which it is told that an instrument's course is another than the one that was read. */
const newsOf = ({ view: { points, unread, missed } }: OverviewRow): string =>
  JSON.stringify([points.at(-1), points.length, unread, missed]);

const styles = (): string => `:host{${changeTokens};--_axis:var(--_quiet)}
#axis:not(:empty){padding-block-end:.5em}
#axis button{padding:.375em .75em;font:inherit;font-weight:600;border:1px solid;border-radius:6px;color:var(--_accent);background:var(--_surface);cursor:pointer}
#axis :is(summary){inline-size:fit-content;color:var(--_accent);cursor:pointer}
#axis table{border-collapse:collapse;margin-block:.5em}
#axis :is(th,td){border-block-end:1px solid var(--_line)}
#axis :is(caption,thead){color:var(--_quiet)}
#axis .flagged{color:var(--_risk);font-weight:600}
`;

/** Reads the scores of every instrument while it is open, and draws them one above the other. */
export class TimeAxis {
  readonly #context: TimeAxisContext;
  readonly #others: OtherCourses;
  readonly #wait = h('p', { role: 'status' });
  readonly #retry: HTMLButtonElement;
  /** Instruments that were chosen once, so that those taken away by the reader stay so. */
  readonly #known = new Map<string, string>();
  #model: TimeAxisModel | null = null;
  #dialog: ExploreDialog | null = null;
  #drawing: typeof import('../explore/explore.ts') | null = null;
  #shown: readonly unknown[] = [];
  #isClosed = false;

  constructor(context: TimeAxisContext) {
    this.#context = context;
    const { reader, place, adopt } = context;
    const asked = () => reader.asked && { ...reader.asked, formId: '', startDate: null, endDate: null };
    this.#others = new OtherCourses(
      {
        reader: {
          get client() {
            return reader.client;
          },
          get asked() {
            return asked();
          },
        },
      },
      () => this.#update(),
    );
    this.#retry = createButton('', () => this.#again(), { hidden: '' });
    place.append(this.#wait, this.#retry);
    adopt(styles);
    void this.#load();
  }

  show(model: TimeAxisModel): void {
    this.#model = model;
    for (const row of model.rows) {
      const { formId, title, isUnanswered } = row;
      if (isUnanswered) continue;
      const before = this.#known.get(formId);
      const news = newsOf(row);
      this.#known.set(formId, news);
      if (before === undefined) this.#others.choose(formId, title || model.speech.words.untitled, true);
      else if (before !== news) this.#others.retry(formId);
    }
    this.#update();
  }

  /** Leaves nothing of the patient behind. */
  close(): void {
    this.#isClosed = true;
    this.#others.clear();
    const dialog = this.#dialog;
    this.#dialog = null;
    dialog?.close();
    this.#context.place.replaceChildren();
  }

  async #load(): Promise<void> {
    try {
      this.#drawing = await import('../explore/explore.ts');
      this.#context.adopt(this.#drawing.exploreStyles);
    } catch {
      this.#wait.textContent = this.#model?.speech.words.timeAxisFailed ?? '';
      this.#retry.hidden = false;
    }
    this.#update();
  }

  #again(): void {
    if (!this.#drawing) void this.#load();
    for (const { formId } of this.#others.chosen()) this.#others.retry(formId);
  }

  #toExplored({ speech, rows, timeZone, treatments }: TimeAxisModel): Explored | null {
    const instruments = rows
      .filter(({ formId }) => this.#known.has(formId))
      .map(({ formId, title }) => toOther(this.#others, speech, formId, title || speech.words.untitled))
      // What the explorer's own rows say of risk stands in the rows of the overview.
      .map((one) => ({ ...one, risk: null }));
    const [first, ...rest] = instruments;
    if (!first) return null;
    return {
      speech,
      title: '',
      timeZone,
      stale: null,
      instruments: withOneClock([first, ...rest]),
      list: { isReadable: true, isKnown: true, unknown: 0 },
      whole: { heading: speech.words.timeAxisTitle, treatments },
    };
  }

  #update(): void {
    if (this.#isClosed || !this.#model || !this.#drawing) return;
    const next = this.#toExplored(this.#model);
    const hasViews = next?.instruments.some(({ views }) => views.length > 0) ?? false;
    if (!next || (!hasViews && !this.#dialog)) {
      this.#sayWait(next);
      return;
    }
    const key = exploredKey(next);
    if (this.#dialog && key.length === this.#shown.length && key.every((one, at) => one === this.#shown[at]))
      return;
    this.#shown = key;
    if (this.#dialog) {
      this.#dialog.show(next);
      return;
    }
    this.#wait.textContent = '';
    this.#retry.hidden = true;
    const { place, close } = this.#context;
    this.#dialog = new this.#drawing.ExploreDialog(place, next, null, {
      choose: (formId, name, isChosen) => this.#others.choose(formId, name, isChosen),
      retry: (formId) => (formId === null ? this.#again() : this.#others.retry(formId)),
      createTable: (details, table) => createScoreTable(details, table, () => {}),
      closed: () => {
        if (this.#dialog) close();
      },
    });
  }

  /** Says that nothing was read yet, or, once all have answered, why nothing could be. */
  #sayWait(next: Explored | null): void {
    const { words } = this.#model?.speech ?? {};
    const { instruments = [] } = next ?? {};
    const isWaiting = instruments.some(({ state }) => state === 'loading');
    const failed = isWaiting ? undefined : instruments.find(({ state }) => state === 'failed');
    this.#wait.textContent = failed?.problem ?? words?.loading ?? '';
    this.#retry.hidden = !failed;
    this.#retry.textContent = words?.retry ?? '';
  }
}
