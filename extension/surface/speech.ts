import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type SurfaceWords, surfaceWords } from '../../shared/locale/extension/surface/index.ts';

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
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const day = new Intl.DateTimeFormat(formats, date);
  const birthday = new Intl.DateTimeFormat(formats, { ...date, timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(formats, {
    ...date,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const number = new Intl.NumberFormat(formats, { maximumFractionDigits: 2 });
  const list = new Intl.ListFormat(formats);
  return {
    words,
    day: (at) => day.format(at),
    moment: (at) => moment.format(at),
    birthday: (at) => birthday.format(at),
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
