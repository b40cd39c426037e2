import { type Speech, sayChanges, sayMax, sayRange, sayRisk } from '@instrument-panel/shared/locale/panel';
import type { ScoreView } from '@instrument-panel/shared/score';
import { place, write } from './place.ts';
import { h } from './template.ts';

/** Shows the sentence on risk, above everything. `isKnown` is false where submissions could not be read. */
export function showRisk(root: ShadowRoot, speech: Speech, view: ScoreView, isKnown: boolean): void {
  const { words } = speech;
  const { kind } = view.risk;
  const isUnanswered = isKnown && view.points.length === 0 && kind === 'unavailable';
  place(root, 'risk').dataset.risk = isUnanswered ? 'none' : kind;
  write(root, 'risk-text', `${isUnanswered ? words.riskUnanswered : sayRisk(speech, view)}.`);
  write(root, 'risk-note', words.riskNote);
}

/** Shows where the patient stands: score of the maximum, range, date, and the changes that the service sent. */
export function showHeadline(root: ShadowRoot, speech: Speech, view: ScoreView): void {
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
  const color = last.classificationColor ?? view.bands[last.band]?.color ?? null;
  const swatch = place(root, 'swatch');
  swatch.hidden = color === null;
  swatch.style.setProperty('--_swatch', color);
  write(root, 'date', words.answered(format.day(last.at)));
  const changes = sayChanges(speech, view, view.points.length - 1);
  const said = changes.map(({ text, judged }) =>
    h('span', {}, text, ...(judged ? [' ', h('b', { class: judged }, `(${words[judged]})`)] : [])),
  );
  place(root, 'changes').replaceChildren(
    ...(view.points.length === 1 ? [words.firstAnswer] : said.length > 0 ? said : [words.noChange]),
  );
}
