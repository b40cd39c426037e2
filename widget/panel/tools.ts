import { isTimeZone, type WholeSpeech } from '@instrument-panel/shared/locale/panel';
import type { ScoreView } from '@instrument-panel/shared/score';
import type { ExploreDialog } from '../explore/explore.ts';
import { itemOpener } from '../item/open.ts';
import type { ItemSource } from '../item/source.ts';
import type { PanelData } from './data.ts';
import type { Intents, Told } from './face.ts';
import { place } from './place.ts';
import { createView } from './read.ts';
import { h } from './template.ts';

/** A course that is shown, with all words for it. */
export interface ToldWhole extends Told {
  readonly speech: WholeSpeech;
}

/** The panel's tools: what can be done with what is shown. */
export interface Tools {
  show(told: ToldWhole): void;
  /** Opens the answers of a submission. */
  open(submissionId: number): void;
  /** Forgets the patient; what is open about them is closed. */
  clear(): void;
}

const NAMES = ['answers', 'explore', 'copy', 'csv', 'png', 'print'] as const;
type Name = (typeof NAMES)[number];
/** Explorer, text, table file and picture speak of risk and ranges, and are a professional's. */
const FOR_PATIENTS: readonly Name[] = ['answers', 'print'];

/** Where the answers of a submission can be read: with the panel's token, or in what the page gave; null for neither. */
export function itemSource(root: ShadowRoot, { client, asked }: Intents['reader']): ItemSource | null {
  const { data } = root.host as Element & { readonly data?: PanelData | null };
  if (client && asked) return { client, asked };
  return data?.submissions ? { data } : null;
}

/** The time zone that the panel was given; null for none, and for one that the platform does not know. */
function zoneOf(root: ShadowRoot): string | null {
  const zone = root.host.getAttribute('time-zone');
  return isTimeZone(zone) ? zone : null;
}

/** The sentence of a graph that is not current, as it stands in the panel; null where it is current. */
const staleOf = (root: ShadowRoot): string | null =>
  place(root, 'panel').dataset.status === 'stale' ? place(root, 'stale-text').textContent : null;

/** Every series of a reading, the one that is shown first among them. */
function explored(root: ShadowRoot, { speech, title, reading, view }: ToldWhole) {
  const { series } = reading.graph.data;
  const others = series.map(({ seriesId }) =>
    seriesId === view.seriesId ? view : createView()(reading, seriesId),
  );
  const views: readonly [ScoreView, ...ScoreView[]] = [others[0] ?? view, ...others.slice(1)];
  const names = series.map(({ name }) => name ?? (series.length > 1 ? speech.words.wholeScore : title));
  return { speech, title, views, names, timeZone: zoneOf(root), stale: staleOf(root) };
}

/** Adds the tools under the graph. What they do is fetched when they are used. */
export function furnishTools(
  root: ShadowRoot,
  reader: Intents['reader'],
  announce: (text: string) => void,
  adopt: (css: () => string) => void,
): Tools {
  let told: ToldWhole | null = null;
  let dialog: ExploreDialog | null = null;
  /** What the explorer shows. */
  let shown: { readonly view: ScoreView; readonly stale: string | null } | null = null;
  let isStyled = false;
  const opener = itemOpener(root, adopt);
  const bar = h('div', { id: 'tools', part: 'tools', role: 'group' });
  const said = h('span', { id: 'tools-said' });
  place(root, 'table').before(bar);

  /** What is shown by now of the course that was shown at a click; null where it is somebody else's, or for others. */
  const stillOf = ({ view, reading }: ToldWhole): ToldWhole | null =>
    told?.view.patientId === view.patientId &&
    told.view.formTemplateId === view.formTemplateId &&
    !told.reading.whole === !reading.whole
      ? told
      : null;

  async function explore(at: ToldWhole): Promise<void> {
    const { exploreStyles, openExplore } = await import('../explore/explore.ts');
    const now = stillOf(at);
    if (!now || dialog) return;
    if (!isStyled) adopt(exploreStyles);
    isStyled = true;
    const first = explored(root, now);
    shown = { view: now.view, stale: first.stale };
    dialog = openExplore(root, first, now.view.seriesId, () => {
      dialog = null;
    });
  }

  async function answers({ speech, title, view, reading }: ToldWhole, submissionId: number): Promise<void> {
    const source = itemSource(root, reader);
    if (!source) return;
    announce(speech.words.tools.opening);
    const hasInterpretation = root.host.getAttribute('interpretation') === 'shown';
    await opener.open({
      submissionId,
      patientId: view.patientId,
      formId: view.formTemplateId,
      speech,
      title,
      timeZone: zoneOf(root),
      source,
      patient: reading.whole ? { hasInterpretation } : null,
    });
  }

  async function hand(name: Exclude<Name, 'answers' | 'explore' | 'print'>, at: ToldWhole): Promise<void> {
    const { handOver } = await import('../handover/handover.ts');
    const now = stillOf(at);
    if (!now) return;
    const { words } = now.speech;
    const source = {
      ...now,
      readAt: now.reading.at,
      stale: staleOf(root) !== null,
      timeZone: zoneOf(root),
    };
    const isStill = (): boolean => stillOf(at) !== null;
    const isDone = await handOver(name, source, isStill);
    if (!isStill()) return;
    const sentence = isDone ? (name === 'copy' ? words.tools.copied : '') : words.tools.notCopied;
    said.textContent = sentence;
    announce(sentence);
  }

  function use(name: Name): void {
    const now = told;
    if (!now) return;
    said.textContent = '';
    if (name === 'print') {
      print();
      return;
    }
    if (name === 'answers') open(now.view.points.at(-1)?.submissionId ?? 0);
    else attempt(now, name === 'explore' ? explore(now) : hand(name, now));
  }
  function attempt(at: ToldWhole, done: Promise<void>): void {
    const { speech } = at;
    done.catch(() => {
      if (!stillOf(at)) return;
      said.textContent = speech.words.tools.failed;
      announce(speech.words.tools.failed);
    });
  }
  function open(submissionId: number): void {
    if (told) attempt(told, answers(told, submissionId));
  }

  let furnished = '';
  return {
    open,
    show(next) {
      const { tools } = next.speech.words;
      const offered = NAMES.filter(
        (name) =>
          (name !== 'answers' || itemSource(root, reader)) &&
          (!next.reading.whole || FOR_PATIENTS.includes(name)),
      );
      // Nodes are kept while they are the same, so that focus stays.
      const key = JSON.stringify([tools.name, ...offered.map((name) => tools[name])]);
      if (key !== furnished) {
        furnished = key;
        bar.ariaLabel = tools.name;
        const buttons = offered.map((name) => {
          const button = h('button', { type: 'button', class: 'tool' }, tools[name]);
          button.addEventListener('click', () => use(name));
          return button;
        });
        bar.replaceChildren(...buttons, said);
      }
      told = next;
      bar.hidden = next.view.points.length === 0;
      // After the panel has said whether what it shows is current.
      queueMicrotask(() => {
        if (!dialog || !told) return;
        const { view } = told;
        const stale = staleOf(root);
        // A look that found nothing new leaves alone what is being read.
        if (view === shown?.view && stale === shown.stale) return;
        shown = { view, stale };
        dialog.show(explored(root, told));
      });
    },
    clear() {
      told = null;
      dialog?.close();
      opener.close();
      said.textContent = '';
      bar.hidden = true;
    },
  };
}
