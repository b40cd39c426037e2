import { createChanges, latestColor, sayNoChange, sayRiskOf } from '@instrument-panel/shared/panel/headline';
import type { ScoreView } from '@instrument-panel/shared/score';
import { place, write } from '@instrument-panel/shared/ui/dom';
import { type Speech, sayMax, sayRange } from '@instrument-panel/shared/words/say';

/** Shows the sentence on risk, above everything. `isKnown` is false where submissions could not be read. */
export function renderRisk(root: ShadowRoot, speech: Speech, view: ScoreView, isKnown: boolean): void {
  const { kind, text } = sayRiskOf(speech, view, isKnown && view.points.length === 0);
  place(root, 'risk').dataset.risk = kind === 'unanswered' ? 'none' : kind;
  write(root, 'risk-text', `${text}.`);
  write(root, 'risk-note', speech.words.riskNote);
}

/** Shows where the patient stands: score of the maximum, range, date, and the changes that the service sent. */
export function renderHeadline(root: ShadowRoot, speech: Speech, view: ScoreView): void {
  const { words, format } = speech;
  const last = view.points.at(-1);
  place(root, 'headline').hidden = !last;
  if (!last) return;
  write(root, 'score-name', view.seriesName ?? words.score);
  write(root, 'value', format.number(last.score));
  // A score of fewer digits than the highest moves nothing.
  place(root, 'value').style.minInlineSize = `${String(view.yMax).length}ch`;
  write(root, 'max', sayMax(speech, view));
  write(root, 'range', sayRange(speech, last));
  const color = latestColor(view);
  const swatch = place(root, 'swatch');
  swatch.hidden = color === null;
  swatch.style.setProperty('--_swatch', color);
  write(root, 'date', words.answered({ date: format.day(last.at) }));
  const changes = view.points.length === 1 ? [] : createChanges(speech, view);
  place(root, 'changes').replaceChildren(...(changes.length > 0 ? changes : [sayNoChange(speech, view)]));
}
