import { applyMessages } from '@instrument-panel/shared/words/compiled/apply/all';
import type { ApplyMessages } from '@instrument-panel/shared/words/compiled/apply/en';
import { panelMessages } from '@instrument-panel/shared/words/compiled/panel/all';
import { createFormat } from '@instrument-panel/shared/words/format';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { chartMessages } from '../words/compiled/chart/all.js';
import type { ChartMessages } from '../words/compiled/chart/en.js';

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
  const chart = selectMessages(chartMessages, tag);
  const words = selectMessages(panelMessages, chart.lang);
  const inUtc = createFormat(words, 'UTC');
  return {
    chart,
    course: { words, format: createFormat(words) },
    apply: selectMessages(applyMessages, chart.lang),
    lang: words.lang,
    birthday: inUtc.day,
  };
}
