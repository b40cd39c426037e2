import { type ApplyMessages, applyEn } from '@instrument-panel/shared/words/compiled/apply/en';
import { applyPtBR } from '@instrument-panel/shared/words/compiled/apply/pt-BR';
import { panelEn } from '@instrument-panel/shared/words/compiled/panel/en';
import { panelPtBR } from '@instrument-panel/shared/words/compiled/panel/pt-BR';
import { createFormat } from '@instrument-panel/shared/words/format';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { chartMessages } from '../words/compiled/chart/all.js';
import type { ChartMessages } from '../words/compiled/chart/en.js';
import { matchLanguage } from '../words/language.ts';

/** Everything that a panel says, in one language. */
export interface PanelSpeech {
  readonly chart: ChartMessages;
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
  const words = isPortuguese ? panelPtBR : panelEn;
  const inUtc = createFormat(words, 'UTC');
  return {
    chart: selectMessages(chartMessages, tag),
    course: { words, format: createFormat(words) },
    apply: isPortuguese ? applyPtBR : applyEn,
    lang: words.lang,
    birthday: inUtc.day,
  };
}
