/** Facts beneath the headline that rest on published figures or on the whole course. */
import { findBest, type InstrumentFacts, judgeChange } from '../score/published.ts';
import type { ScoreView } from '../score/view.ts';
import { h } from '../ui/dom.ts';
import type { WholeSpeech } from '../words/say-details.ts';

/** Compares the last answer with the best one that was read; empty if that is not known. */
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
 * Creates the facts after the change: better, worse or within measurement error, with the source on demand, and the comparison with the best
 * answer, unless only a period was read, whose best answer says little.
 */
export function createFacts(
  speech: WholeSpeech,
  view: ScoreView,
  facts: InstrumentFacts,
): { readonly judgement: HTMLElement | null; readonly best: HTMLElement | null } {
  const { words, format } = speech;
  const judgement = judgeChange(view, facts);
  const { reliableChange } = facts;
  const best = (view.since ?? view.until) ? '' : sayBest(speech, view);
  const source = (points: number, name: string): string =>
    words.reliableChange({ points: format.number(points), source: name });
  return {
    judgement:
      judgement && reliableChange
        ? h(
            'details',
            { class: judgement },
            h('summary', {}, words.judgement[judgement]),
            h('span', {}, source(reliableChange.points, reliableChange.source)),
          )
        : null,
    best: best ? h('span', { class: 'best' }, best) : null,
  };
}

const sayFact = ({ className, textContent }: Element): string => `${className}: ${textContent}`;

/** Puts facts in place of those that a place shows; leaves these, opened or in focus, if they say the same. */
export function replaceFacts(place: HTMLElement, made: readonly HTMLElement[]): void {
  const shown = [...place.children];
  if (shown.map(sayFact).join('\n') === made.map(sayFact).join('\n')) return;
  for (const one of shown) one.remove();
  place.append(...made);
  if (made.length > 0) place.hidden = false;
}
