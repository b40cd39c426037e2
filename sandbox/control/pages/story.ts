import type { Submission } from '@instrument-panel/client/contract';
import { html } from 'hono/html';
import type { PatientRow } from '../../service/records/patient.ts';
import type { ControlWords } from '../../words/control/index.ts';
import { type Frame, type Markup, PAGES } from '../html/layout.ts';
import type { Story } from '../story/stories.ts';

export interface StoryState {
  readonly story: Story;
  readonly patient: PatientRow | undefined;
  /** The last answer, in the reader's language. */
  readonly last: Submission | null;
  readonly now: number;
}

function scoreOf(words: ControlWords, { score, globalClassification, ...last }: Submission): Markup {
  const { score: say } = words.stories;
  if (score != null) return html`${say(String(score), globalClassification?.title ?? '')}`;
  const parts = (last.subscaleScores ?? []).map(
    ({ name, score: part }) => html`<li>${name}: ${part ?? words.none}</li>`,
  );
  return html`<ul>${parts}</ul>`;
}

function outcome(frame: Frame, { story, last, now }: StoryState): Markup {
  const { words, when } = frame;
  const { plan, answers, state, reason } = story;
  if (state === 'running') {
    return html`<p class="lead" role="status">${words.story.running(answers, plan.weeks)}</p>
<p><a class="button" href="${PAGES}/stories/${story.id}">${words.story.lookAgain}</a></p>`;
  }
  if (state === 'stopped') {
    return html`<p class="notice bad" role="alert">${words.story.stopped(answers)}</p>
${reason === null ? '' : html`<dl><dt>${words.story.reason}</dt><dd lang="en">${reason}</dd></dl>`}`;
  }
  const missed = plan.weeks - answers;
  const flags = last?.riskFlagCount ?? 0;
  return html`<p class="lead" role="status">${words.story.done(answers, plan.weeks)}</p>
${flags > 0 ? html`<p class="notice bad">${words.stories.risk(flags)}</p>` : ''}
${missed > 0 ? html`<p>${words.story.missed(missed)}</p>` : ''}
<dl class="facts">${last ? html`<div><dt>${words.stories.lastScore}</dt><dd>${scoreOf(words, last)}</dd></div>` : ''}
<div><dt>${words.story.clock}</dt><dd>${when.time(now)}</dd></div></dl>`;
}

/** How a story goes, or how it went. */
export function storyPage(frame: Frame, state: StoryState): Markup {
  const { words } = frame;
  const { plan } = state.story;
  const name = [state.patient?.name, state.patient?.surname].filter(Boolean).join(' ');
  return html`<section class="card" aria-labelledby="what">
<h2 id="what">${plan.instrument.shortTitle}: ${words.stories.courses[plan.course]}</h2>
<p>${name}</p>
${outcome(frame, state)}
<p class="row"><a class="button" href="${PAGES}/patients/${plan.patientId}">${words.story.toPatient}</a>
<a class="button quiet" href="${PAGES}/stories">${words.story.another}</a></p></section>`;
}
