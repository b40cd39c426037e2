/** Facts beneath the headline that rest on published figures or on the whole course. */
import { findBest, type InstrumentFacts, judgeChange } from '../score/published.ts';
import type { ScoreView } from '../score/view.ts';
import { h } from '../ui/dom.ts';
import type { WholeSpeech } from '../words/say-details.ts';

/** Says how the last answer lies to the best that was read; empty where that cannot be said. */
function sayBest({ words, format }: WholeSpeech, view: ScoreView): string {
  const best = findBest(view);
  const last = view.points.at(-1);
  if (!best || !last) return '';
  const isLow = view.direction === 'higher-worse';
  if (best.score === last.score)
    return words[isLow ? 'isLowest' : 'isHighest']({ count: view.points.length });
  const points = format.number(Math.abs(last.score - best.score));
  const score = format.number(best.score);
  return words[isLow ? 'lowest' : 'highest']({ points, score, date: format.day(best.at, view.now) });
}

/**
 * Makes what follows the change: whether it is better or worse, with the source of that on demand, and how the answer lies
 * to the best one.
 *
 * @param isWhole false where only a period was read: the best of it says little
 */
export function createFacts(
  speech: WholeSpeech,
  view: ScoreView,
  facts: InstrumentFacts,
  isWhole: boolean,
): HTMLElement[] {
  const { words, format } = speech;
  const judgement = judgeChange(view, facts);
  const { reliableChange } = facts;
  const best = isWhole ? sayBest(speech, view) : '';
  const made: HTMLElement[] = [];
  if (judgement && reliableChange) {
    const points = format.number(reliableChange.points);
    const source = words.reliableChange({ points, source: reliableChange.source });
    made.push(
      h('details', { class: judgement }, h('summary', {}, words.judgement[judgement]), h('span', {}, source)),
    );
  }
  if (best) made.push(h('span', { class: 'best' }, best));
  return made;
}
