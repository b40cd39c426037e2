import { en } from '@instrument-panel/shared/locale/panel/en';
import { createFormat } from '@instrument-panel/shared/locale/panel/format';
import { ptBR } from '@instrument-panel/shared/locale/panel/pt-BR';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { matchLanguage } from '../words/language.ts';
import { type SurfaceWords, surfaceWords } from '../words/surface/index.ts';

/** How a page of the extension speaks. Instants are milliseconds since the epoch. */
export interface SurfaceSpeech {
  readonly words: SurfaceWords;
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
export function createSpeech(lang: string): SurfaceSpeech {
  const words = surfaceWords(lang);
  const { formats } = words;
  // As the panel in a page tells dates.
  const course = matchLanguage(lang) === 'pt-BR' ? ptBR : en;
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
export const Speech = createContext<SurfaceSpeech>(createSpeech('en'));
export const useSpeech = (): SurfaceSpeech => useContext(Speech);

/** An instant of the service; null where it gives none, or none that can be read. */
export function instant(text: string | null | undefined): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}
