import { sayScale, type WholeSpeech } from '@instrument-panel/shared/locale/panel';
import type { ScoreView } from '@instrument-panel/shared/score';
import type { Asked } from './asked.ts';
import { write } from './place.ts';

/**
 * States beneath the graph what a reader must know of it: the scale and its direction, the period asked for,
 * requests without an answer, what could not be read.
 */
export function showNotes(
  root: ShadowRoot,
  speech: WholeSpeech,
  view: ScoreView,
  asked: Pick<Asked, 'startDate' | 'endDate'> | null,
): void {
  const { words, format } = speech;
  const day = (date: string | null) => (date === null ? null : format.day(Date.parse(date)));
  const { domainSource, missed, unreadable } = view;
  const said = [
    `${sayScale(speech, view)}.`,
    domainSource === 'service' ? '' : words.scaleAssumed[domainSource],
    asked?.startDate || asked?.endDate ? words.between(day(asked.startDate), day(asked.endDate)) : '',
    missed.length > 0 ? words.missed(missed.length) : '',
    unreadable > 0 ? words.unreadable(unreadable) : '',
  ];
  write(root, 'notes', said.filter(Boolean).join(' '));
}
