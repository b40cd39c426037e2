import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { applyMessages } from '@instrument-panel/shared/words/compiled/apply/all';
import { overviewMessages } from '@instrument-panel/shared/words/compiled/overview/all';
import { createFormat } from '@instrument-panel/shared/words/format';
import { chartMessages } from '../words/compiled/chart/all.js';

export type PanelSpeech = ReturnType<typeof speechFor>;

/** Everything that a panel says, in the language of a BCP 47 tag. */
export function speechFor(tag: string) {
  const chart = selectMessages(chartMessages, tag);
  const words = selectMessages(overviewMessages, chart.lang);
  return {
    chart,
    course: { words, format: createFormat(words) },
    apply: selectMessages(applyMessages, chart.lang),
    lang: words.lang,
    /** A birthday is a day of the calendar, wherever one reads it. */
    birthday: createFormat(words, 'UTC').day,
  };
}
