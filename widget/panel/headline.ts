import { createChanges, latestColor, sayNoChange, sayRiskOf } from '@instrument-panel/shared/panel/headline';
import type { ScoreView } from '@instrument-panel/shared/score';
import { findPart, writeText } from '@instrument-panel/shared/ui/dom';
import { type Speech, sayDate, sayMax, sayRange } from '@instrument-panel/shared/words/say';

/** Shows the sentence on risk, above everything. `isKnown` is false where submissions could not be read. */
export function renderRisk(root: ShadowRoot, speech: Speech, view: ScoreView, isKnown: boolean): void {
  const { kind, text } = sayRiskOf(speech, view, isKnown && view.points.length === 0);
  findPart(root, 'risk').dataset.risk = kind === 'unanswered' ? 'none' : kind;
  writeText(root, 'risk-text', `${text}.`);
  writeText(root, 'risk-note', speech.words.riskNote);
}

/** Shows where the patient stands: score of the maximum, range, date, and the changes that the service sent. */
export function renderHeadline(root: ShadowRoot, speech: Speech, view: ScoreView): void {
  const { words, format } = speech;
  const last = view.points.at(-1);
  findPart(root, 'headline').hidden = !last;
  if (!last) return;
  writeText(root, 'score-name', view.seriesName ?? words.score);
  writeText(root, 'value', format.number(last.score));
  // A score of fewer digits than the highest moves nothing.
  findPart(root, 'value').style.minInlineSize = `${String(view.yMax).length}ch`;
  writeText(root, 'max', sayMax(speech, view));
  writeText(root, 'range', sayRange(speech, last));
  const color = latestColor(view);
  const swatch = findPart(root, 'swatch');
  swatch.hidden = color === null;
  swatch.style.setProperty('--_swatch', color);
  writeText(root, 'date', sayDate(speech, view, last.at));
  const changes = view.points.length === 1 ? [] : createChanges(speech, view);
  findPart(root, 'changes').replaceChildren(...(changes.length > 0 ? changes : [sayNoChange(speech, view)]));
}
