import { courseMessages } from '@instrument-panel/shared/words/compiled/course/all';
import { createFormat } from '@instrument-panel/shared/words/format';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import { type ComponentChildren, createContext, render } from 'preact';
import { useContext } from 'preact/hooks';
import { type PagesMessages, pageWords } from '../words/index.ts';
import type { ChosenLanguage } from '../words/languages.ts';
import type { SurfaceClient } from './client.ts';
import type { Appearance, SurfaceEnvironment } from './environment.ts';

/** How a page of the extension speaks. Instants are milliseconds since the epoch. */
interface SurfaceSpeech {
  readonly words: PagesMessages;
  /** `12 Nov 2026` */
  readonly day: (at: number) => string;
  /** `12 Nov 2026, 14:05` */
  readonly moment: (at: number) => string;
  /** A birthday, which is a day of the calendar wherever one reads it. */
  readonly birthday: (at: number) => string;
  readonly number: (value: number) => string;
  readonly list: (items: readonly string[]) => string;
}

/** Makes the speech of a language. */
function createSpeech(lang: string): SurfaceSpeech {
  const words = pageWords(lang);
  const formats = words.lang === 'en' ? 'en-GB' : words.lang;
  // As the panel in a page tells dates.
  const course = selectMessages(courseMessages, words.lang);
  const { day, moment } = createFormat(course);
  const { day: birthday } = createFormat(course, 'UTC');
  const number = new Intl.NumberFormat(formats, { maximumFractionDigits: 2 });
  const list = new Intl.ListFormat(formats);
  return {
    words,
    day,
    moment,
    birthday,
    number: (value) => number.format(value),
    list: (items) => list.format(items),
  };
}

/** The speech of the page around. */
const Speech = createContext<SurfaceSpeech>(createSpeech('en'));
export const useSpeech = (): SurfaceSpeech => useContext(Speech);

/** An instant of the service; null where it gives none, or none that can be read. */
export function instant(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

/** A page of the extension, on the screen. */
export interface SurfacePage {
  /** Shows this, at once: what stood there before is gone when it returns. */
  show(children: ComponentChildren): void;
  speak(language: ChosenLanguage): void;
  setAppearance(appearance: Appearance): void;
}

/** Puts a page up in its place: its language and its look are those that the person chose. */
export function createPage(place: HTMLElement, { uiLanguage }: SurfaceEnvironment): SurfacePage {
  const root = document.documentElement;
  let spoken = uiLanguage;
  let speech = createSpeech(uiLanguage);
  let shown: ComponentChildren = null;
  const show = (children: ComponentChildren): void => {
    shown = children;
    root.lang = speech.words.lang;
    document.title = speech.words.product;
    render(<Speech.Provider value={speech}>{children}</Speech.Provider>, place);
  };
  return {
    show,
    speak(language) {
      const tag = language === 'auto' ? uiLanguage : language;
      if (tag === spoken) return;
      spoken = tag;
      speech = createSpeech(tag);
      show(shown);
    },
    setAppearance(appearance) {
      if (appearance === 'auto') delete root.dataset.appearance;
      else root.dataset.appearance = appearance;
    },
  };
}

/** Reads what the person chose, and applies it; a page that cannot know speaks as the browser does. */
export async function applyChoices(
  page: SurfacePage,
  client: SurfaceClient,
  environment: SurfaceEnvironment,
): Promise<void> {
  const reading = client.read('language.read', {}).then(
    ({ language }) => page.speak(language),
    () => {},
  );
  page.setAppearance(await environment.appearance());
  await reading;
}
