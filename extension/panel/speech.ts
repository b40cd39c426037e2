import { applyEn } from '../../shared/locale/apply/en.ts';
import type { ApplyMessages } from '../../shared/locale/apply/messages.ts';
import { applyPtBR } from '../../shared/locale/apply/pt-BR.ts';
import { type ChartWords, chartWords } from '../../shared/locale/extension/panel/index.ts';
import { matchLanguage } from '../../shared/locale/language.ts';
import { en } from '../../shared/locale/panel/en.ts';
import { enMore } from '../../shared/locale/panel/en-more.ts';
import { createFormat } from '../../shared/locale/panel/format.ts';
import { ptBR } from '../../shared/locale/panel/pt-BR.ts';
import type { WholeSpeech } from '../../shared/locale/panel/say-point.ts';

/** Everything that a panel says, in one language. */
export interface PanelSpeech {
  readonly chart: ChartWords;
  /** Of courses, as all elements speak of them. */
  readonly course: WholeSpeech;
  readonly apply: ApplyMessages;
  /** BCP 47 tag of what is said. */
  readonly lang: string;
  /** A birthday is a day of the calendar, wherever one reads it. */
  readonly birthday: (at: number) => string;
}

/** The speech for a BCP 47 tag. */
export function speechFor(tag: string): PanelSpeech {
  const isPortuguese = matchLanguage(tag) === 'pt-BR';
  const words = isPortuguese ? ptBR : { ...en, ...enMore };
  const inUtc = createFormat(words, 'UTC');
  return {
    chart: chartWords(tag),
    course: { words, format: createFormat(words) },
    apply: isPortuguese ? applyPtBR : applyEn,
    lang: words.lang,
    birthday: inUtc.day,
  };
}
