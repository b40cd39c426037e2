import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { courseMessages } from '@instrument-panel/shared/words/compiled/course/all';
import { createFormat } from '@instrument-panel/shared/words/format';
import { effect, untracked } from '@preact/signals';
import { type ComponentChildren, createContext, render } from 'preact';
import { useContext } from 'preact/hooks';
import type { SidePlace, TabStatus } from '../intents/protocol.ts';
import { pagesMessages } from '../words/compiled/pages/all.js';
import type { ChosenLanguage } from '../words/languages.ts';
import type { SurfaceClient } from './client.ts';
import type { Appearance } from './environment.ts';

/** How a page of the extension speaks. Instants are milliseconds since the epoch. */
function createSpeech(lang: string) {
  const words = selectMessages(pagesMessages, lang);
  // As the panel in a page tells dates.
  const course = selectMessages(courseMessages, words.lang);
  const formats = words.lang === 'en' ? 'en-GB' : words.lang;
  const number = new Intl.NumberFormat(formats, { maximumFractionDigits: 2 });
  const list = new Intl.ListFormat(formats);
  return {
    words,
    /** `day`: 12 Nov 2026; `moment`: 12 Nov 2026, 14:05. */
    ...createFormat(course),
    /** A birthday is a day of the calendar, wherever one reads it. */
    birthday: createFormat(course, 'UTC').day,
    number: (value: number) => number.format(value),
    list: (items: readonly string[]) => list.format(items),
  };
}

const Speech = createContext(createSpeech('en'));

/** Returns the speech of the page around. `own` is what the page itself says, or the part of it that `pick` returns. */
export function useSpeech<Words = null, Own = Words>(
  messages?: Parameters<typeof selectMessages<Words>>[0],
  pick?: (words: Words) => Own,
) {
  const speech = useContext(Speech);
  const words = messages ? selectMessages(messages, speech.words.lang) : null;
  return { ...speech, own: (pick && words ? pick(words) : words) as Own };
}

/** An instant of the service; null where it gives none, or none that can be read. */
export function instant(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

export interface SurfacePage {
  speak(language: ChosenLanguage): void;
  setAppearance(appearance: Appearance): void;
}

interface SurfaceOptions {
  /** Told where a panel asks the page to go. */
  readonly go?: (at: SidePlace) => void;
  readonly draw: (status: TabStatus | null, page: SurfacePage) => ComponentChildren;
}

/**
 * Puts a page up, about the active tab of its window, in the chosen language and look. Drawn within the
 * message that tells the tab: nothing of a patient who is left stays for a moment longer.
 */
export function startSurface(place: HTMLElement, client: SurfaceClient, { go, draw }: SurfaceOptions): void {
  const { environment } = client;
  const { uiLanguage, windowId } = environment;
  const root = document.documentElement;
  let spoken = uiLanguage;
  let speech = createSpeech(uiLanguage);
  let shown: ComponentChildren = null;
  const show = (): void => {
    root.lang = speech.words.lang;
    document.title = speech.words.product;
    render(<Speech.Provider value={speech}>{shown}</Speech.Provider>, place);
  };
  const page: SurfacePage = {
    speak(language) {
      const tag = language === 'auto' ? uiLanguage : language;
      if (tag === spoken) return;
      spoken = tag;
      speech = createSpeech(tag);
      show();
    },
    setAppearance(appearance) {
      if (appearance === 'auto') delete root.dataset.appearance;
      else root.dataset.appearance = appearance;
    },
  };
  client.start({ windowId }, go);
  // A page that cannot know what was chosen speaks as the browser does.
  client.read('language.read', {}).then(
    ({ language }) => page.speak(language),
    () => {},
  );
  void environment.appearance().then(page.setAppearance);
  effect(() => {
    const status = client.status.value;
    untracked(() => {
      if (status) page.speak(status.language);
      shown = draw(status, page);
      show();
    });
  });
}
