import { createButton } from '@instrument-panel/shared/ui/button';
import { h } from '@instrument-panel/shared/ui/dom';
import type { ExploreMessages } from '@instrument-panel/shared/words/compiled/explore/en';
import type { Explored, ExploredInstrument } from './explored.ts';

/** What the reader chooses of the instruments. */
interface ChoiceIntents {
  /** Other series of an instrument that is shown. */
  chosen(): void;
  choose(formId: string, name: string, isChosen: boolean): void;
  /** An instrument that failed, or null for the list of them. */
  retry(formId: string | null): void;
}

/** True for a series of which something was read. */
const hasCourse = ({ views }: ExploredInstrument, index: number): boolean => {
  const { points, unread, missed } = views[index] ?? {};
  return Boolean(points?.length || unread?.at.length || unread?.undated || missed?.length);
};

/** Where nothing was chosen: the score of the whole is drawn where there is one, else every subscale. */
const isDrawnFirst = ({ views }: ExploredInstrument, index: number): boolean =>
  views.every(({ seriesName }) => seriesName !== null) || views[index]?.seriesName === null;

/** Boxes for the series of an instrument; nodes are kept while the series are the same, so that focus stays. */
function createSeriesBoxes(
  isFirst: (instrument: ExploredInstrument, index: number) => boolean,
  chosen: () => void,
) {
  const element = h('span', { class: 'series' });
  let key = '';
  const boxes = new Map<string, HTMLInputElement>();
  return {
    element,
    show(instrument: ExploredInstrument): void {
      const { views, names } = instrument;
      const next = JSON.stringify([views.map(({ seriesId }) => seriesId), names]);
      if (next === key) return;
      key = next;
      const before = new Map([...boxes].map(([id, box]) => [id, box.checked]));
      boxes.clear();
      const labels = views.map(({ seriesId }, index) => {
        const box = h('input', { type: 'checkbox', value: seriesId });
        box.checked = before.get(seriesId) ?? isFirst(instrument, index);
        box.addEventListener('change', chosen);
        boxes.set(seriesId, box);
        return h('label', {}, box, names[index] ?? '');
      });
      element.replaceChildren(...(views.length > 1 ? labels : []));
    },
    isOn: (seriesId: string): boolean => boxes.size < 2 || boxes.get(seriesId)?.checked === true,
  };
}

function createOther(
  words: ExploreMessages,
  again: string,
  formId: string,
  isAll: boolean,
  intents: ChoiceIntents,
) {
  const box = h('input', { type: 'checkbox', value: formId });
  const name = h('span', { dir: 'auto' });
  const status = h('span', { class: 'status' });
  const retry = createButton(again, () => intents.retry(formId), { hidden: '' });
  const series = createSeriesBoxes(isAll ? hasCourse : isDrawnFirst, intents.chosen);
  const element = h('div', {}, h('label', {}, box, name), series.element, status, retry);
  box.addEventListener('change', () => intents.choose(formId, name.textContent, box.checked));
  return {
    element,
    series,
    show(instrument: ExploredInstrument): void {
      const { state, problem } = instrument;
      if (name.textContent !== instrument.name) name.textContent = instrument.name;
      box.checked = state !== 'off';
      element.ariaBusy = String(state === 'loading');
      status.textContent = state === 'loading' ? words.loading : problem;
      // A button that has the focus stays until it is of no use any more.
      retry.hidden = state !== 'failed';
      retry.ariaLabel = `${again}: ${instrument.name}`;
      series.show(instrument);
    },
  };
}

/** Says what the list of other instruments lacks, and that there is none. */
function sayList(words: ExploreMessages, { instruments: [, ...rest], list }: Explored): string {
  const { isKnown, isReadable, unknown } = list;
  const names = rest.map(({ name }) => name).join(', ');
  const said = [
    isKnown ? '' : words.othersUnknown,
    isKnown && rest.length + unknown === 0 ? words.noOthers : '',
    names && !isReadable ? words.notHere({ names }) : '',
    unknown > 0 ? words.unlisted({ count: unknown }) : '',
  ];
  return said.filter(Boolean).join(' ');
}

/**
 * The choice of what is drawn: series of the panel's own instrument, and the patient's other instruments.
 *
 * @param first `seriesId` of the panel's own that is drawn first; null where all instruments are drawn, and none is its own
 */
export function createChoice(
  words: ExploreMessages,
  again: string,
  first: string | null,
  intents: ChoiceIntents,
) {
  const own = createSeriesBoxes(({ views }, index) => views[index]?.seriesId === first, intents.chosen);
  const ownFieldset = h('fieldset', { hidden: '' }, h('legend', {}, words.series), own.element);
  const list = h('div', { class: 'others' });
  const note = h('span', { class: 'status' });
  const retry = createButton(again, () => intents.retry(null), { hidden: '' });
  const legend = first === null ? words.instruments : words.others;
  const fieldset = h('fieldset', {}, h('legend', {}, legend), list, note, retry);
  const others = new Map<string, ReturnType<typeof createOther>>();
  return {
    elements: [ownFieldset, fieldset],
    show(explored: Explored): void {
      const { isKnown, isReadable } = explored.list;
      const [shown, ...rest] = explored.instruments;
      if (first !== null) own.show(shown);
      ownFieldset.hidden = first === null || shown.views.length < 2;
      const listed = first === null ? explored.instruments : isReadable ? rest : [];
      for (const [formId, { element }] of others) {
        if (listed.some((one) => one.formId === formId)) continue;
        element.remove();
        others.delete(formId);
      }
      for (const one of listed) {
        const other =
          others.get(one.formId) ?? createOther(words, again, one.formId, first === null, intents);
        other.show(one);
        others.set(one.formId, other);
        if (!other.element.isConnected) list.append(other.element);
      }
      note.textContent = first === null ? '' : sayList(words, explored);
      note.className = isKnown && isReadable && explored.list.unknown === 0 ? '' : 'status';
      retry.hidden = isKnown || !isReadable;
    },
    /** True for a series that is to be drawn. */
    isOn: (formId: string, seriesId: string): boolean => (others.get(formId)?.series ?? own).isOn(seriesId),
  };
}
