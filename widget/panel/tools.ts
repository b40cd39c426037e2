import { isTimeZone, type WholeSpeech } from '../../shared/locale/panel/index.ts';
import type { ScoreView } from '../../shared/score/index.ts';
import type { ExploreDialog } from '../explore/explore.ts';
import type { Told } from './face.ts';
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
  /** Forgets the patient; what is open about them is closed. */
  clear(): void;
}

const NAMES = ['explore', 'copy', 'csv', 'png', 'print'] as const;
type Name = (typeof NAMES)[number];

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
  announce: (text: string) => void,
  adopt: (css: () => string) => void,
): Tools {
  let told: ToldWhole | null = null;
  let dialog: ExploreDialog | null = null;
  let isStyled = false;
  const bar = h('div', { id: 'tools', part: 'tools', role: 'group' });
  const said = h('span', { id: 'tools-said' });
  place(root, 'table').before(bar);

  async function explore(now: ToldWhole): Promise<void> {
    const { exploreStyles, openExplore } = await import('../explore/explore.ts');
    // The patient may have changed meanwhile.
    if (told?.view !== now.view) return;
    if (!isStyled) adopt(exploreStyles);
    isStyled = true;
    dialog = openExplore(root, explored(root, now), now.view.seriesId, () => {
      dialog = null;
    });
  }

  async function hand(name: Exclude<Name, 'explore' | 'print'>, now: ToldWhole): Promise<void> {
    const { handOver } = await import('../handover/handover.ts');
    if (told?.view !== now.view) return;
    const { words } = now.speech;
    const source = {
      ...now,
      readAt: now.reading.at,
      stale: staleOf(root) !== null,
      timeZone: zoneOf(root),
    };
    const isDone = await handOver(name, source);
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
    const done = name === 'explore' ? explore(now) : hand(name, now);
    done.catch(() => {
      said.textContent = now.speech.words.tools.failed;
      announce(now.speech.words.tools.failed);
    });
  }

  return {
    show(next) {
      const { tools } = next.speech.words;
      if (told?.speech.words !== next.speech.words || bar.childElementCount === 0) {
        bar.ariaLabel = tools.name;
        const buttons = NAMES.map((name) => {
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
        if (dialog && told) dialog.show(explored(root, told));
      });
    },
    clear() {
      told = null;
      dialog?.close();
      said.textContent = '';
      bar.hidden = true;
    },
  };
}
