import { setTimeout as wait } from 'node:timers/promises';
import type { Submission } from '@instrument-panel/client/contract';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { LIBRARY } from '../library/index.ts';
import type { Markup } from '../pages/document.ts';
import type { PatientRow } from '../service/records/patient.ts';
import { submissionJson } from '../service/records/submission.ts';
import type { ControlMessages } from '../words/index.ts';
import {
  type ControlField,
  type ControlFrame,
  emptyState,
  listCaption,
  NO_PROBLEMS,
  options,
  PAGES,
  type Problems,
  problemList,
  renderField,
  sentence,
  table,
} from './layout.ts';
import { findPatientRecord, listApplicablePatients, type PatientEntry, toPatientValue } from './people.ts';
import { type ControlDependencies, createControlFrame, readForm, sendControlPage } from './request.ts';
import { MAX_WEEKS, MIN_WEEKS, readPlan, STORY_COURSES, type Story } from './stories.ts';

interface StoriesState {
  /** Patients that a story can be about; the list may be cut off. */
  readonly patients: readonly PatientEntry[];
  /** Number of all such patients. */
  readonly total: number;
  readonly value: (name: ControlField) => string;
  readonly problems: Problems;
  readonly stories: readonly Story[];
}

const storyForm = ({ words }: ControlFrame, { patients, total, value, problems }: StoriesState): Markup => {
  const said = words.stories;
  return html`${problemList(words, problems)}
<form method="post" action="${PAGES}/stories" class="grid">
${renderField(
  {
    name: 'patient',
    label: said.patient,
    hint: said.patientHint({ isAll: patients.length === total, shown: patients.length, all: total }),
    problems,
  },
  (attributes) =>
    html`<select ${attributes}>${options(
      patients.map((entry) => [toPatientValue(entry), `${entry.patient} (${entry.professional})`] as const),
      value('patient'),
    )}</select>`,
)}
${renderField(
  { name: 'instrument', label: said.instrument, problems },
  (attributes) =>
    html`<select ${attributes}>${options(
      LIBRARY.map(({ id, shortTitle }) => [id, shortTitle] as const),
      value('instrument'),
    )}</select>`,
)}
${renderField(
  { name: 'course', label: said.course, problems },
  (attributes) =>
    html`<select ${attributes}>${options(
      STORY_COURSES.map((course) => [course, said.courses[course]] as const),
      value('course'),
    )}</select>`,
)}
${renderField(
  { name: 'weeks', label: said.weeks, hint: said.weeksHint({ most: MAX_WEEKS }), problems },
  (attributes) =>
    html`<input type="number" ${attributes} min="${MIN_WEEKS}" max="${MAX_WEEKS}" value="${value('weeks')}" required>`,
)}
<p class="notice wide" id="moves-clock">${said.warning}</p>
<div class="field"><button type="submit" aria-describedby="moves-clock">${said.tell}</button></div>
</form>`;
};

/** Renders the form, and the list of stories. */
function storiesPage(frame: ControlFrame, state: StoriesState): Markup {
  const { words } = frame;
  const said = words.stories;
  const { stories } = state;
  return html`<p>${said.intro}</p>
<section class="card" aria-label="${said.title}">${
    state.total === 0 ? emptyState(said.noPatients) : storyForm(frame, state)
  }</section>
<section class="card" aria-labelledby="told"><h2 id="told">${said.told}</h2>${
    stories.length === 0
      ? emptyState(said.empty)
      : table(
          listCaption(words, said.told, stories.length, stories.length),
          [words.story.title, said.course, said.weeks, said.answers, said.state],
          stories.map(({ id, plan, answers, state: stands }) => [
            html`<a href="${PAGES}/stories/${id}">${plan.instrument.shortTitle} <small>${id}</small></a>`,
            said.courses[plan.course],
            plan.weeks,
            answers,
            said.states[stands],
          ]),
        )
  }</section>`;
}

interface StoryState {
  readonly story: Story;
  readonly patient: PatientRow | undefined;
  /** The last answer, in the reader's language. */
  readonly last: Submission | null;
  readonly now: number;
}

function scoreOf(words: ControlMessages, { score, globalClassification, ...last }: Submission): Markup {
  const { score: say } = words.stories;
  if (score != null) return html`${say({ score, classification: globalClassification?.title || null })}`;
  const parts = (last.subscaleScores ?? []).map(
    ({ name, score: part }) => html`<li>${name}: ${part ?? words.none}</li>`,
  );
  return html`<ul>${parts}</ul>`;
}

function outcome(frame: ControlFrame, { story, last, now }: StoryState): Markup {
  const { words, when } = frame;
  const { plan, answers, state, reason } = story;
  if (state === 'running') {
    return html`<p class="lead" role="status">${words.story.running({ answers, weeks: plan.weeks })}</p>
<p><a class="button" href="${PAGES}/stories/${story.id}">${words.story.lookAgain}</a></p>`;
  }
  if (state === 'stopped') {
    return html`<p class="notice bad" role="alert">${words.story.stopped({ answers })}</p>
${reason === null ? '' : html`<dl><dt>${words.story.reason}</dt><dd lang="en">${reason}</dd></dl>`}`;
  }
  const missed = plan.weeks - answers;
  const flags = last?.riskFlagCount ?? 0;
  return html`<p class="lead" role="status">${words.story.done({ answers, weeks: plan.weeks })}</p>
${flags > 0 ? html`<p class="notice bad">${words.stories.risk({ flags })}</p>` : ''}
${missed > 0 ? html`<p>${words.story.missed({ count: missed })}</p>` : ''}
<dl class="facts">${last ? html`<div><dt>${words.stories.lastScore}</dt><dd>${scoreOf(words, last)}</dd></div>` : ''}
<div><dt>${words.story.clock}</dt><dd>${when.time(now)}</dd></div></dl>`;
}

/** Renders the progress or the result of a story. */
function storyPage(frame: ControlFrame, state: StoryState): Markup {
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

const LISTED_PATIENT_LIMIT = 200;
const DEFAULT_WEEKS = '8';
/** A story that takes longer goes on while its page shows the progress. */
const MAX_WAIT_MS = 2_000;

/** `/sandbox/pages/stories`: the form, and how each story went. */
export function storyPages(control: ControlDependencies): Hono {
  const { service, stories } = control;
  const app = new Hono({ strict: false });

  const answer = (c: Context, value: (name: ControlField) => string, problems: Problems) => {
    const frame = createControlFrame(c, control, `${PAGES}/stories`);
    const all = listApplicablePatients(service.store);
    const chosen = all.find((entry) => toPatientValue(entry) === value('patient'));
    const listed = all.slice(0, LISTED_PATIENT_LIMIT);
    const patients = chosen && !listed.includes(chosen) ? [chosen, ...listed] : listed;
    const state = { patients, total: all.length, value, problems, stories: stories.all() };
    const status = problems.size === 0 ? 200 : 422;
    return sendControlPage(c, frame, frame.words.stories.title, storiesPage(frame, state), status);
  };

  app.get('/stories', (c) => {
    const wanted = c.req.query('patient')?.toLowerCase();
    const entry = listApplicablePatients(service.store).find(({ patientId }) => patientId === wanted);
    const begun: Partial<Record<ControlField, string>> = {
      weeks: DEFAULT_WEEKS,
      ...(entry ? { patient: toPatientValue(entry) } : {}),
    };
    return answer(c, (name) => begun[name] ?? '', NO_PROBLEMS);
  });

  app.post('/stories', async (c) => {
    const form = await readForm(c);
    const read = readPlan(form, listApplicablePatients(service.store), createControlFrame(c, control).words);
    if ('problems' in read) return answer(c, form, read.problems);
    const { id, ended } = stories.begin(read.plan);
    const patience = new AbortController();
    await Promise.race([ended, wait(MAX_WAIT_MS, undefined, { signal: patience.signal }).catch(() => {})]);
    patience.abort();
    return c.redirect(`${PAGES}/stories/${id}`, 303);
  });

  app.get('/stories/:id', (c) => {
    const frame = createControlFrame(c, control);
    const story = stories.find(Number(c.req.param('id')));
    const { title, unknown } = frame.words.story;
    if (!story) return sendControlPage(c, frame, title, sentence(unknown), 404);
    const content = storyPage(frame, {
      story,
      patient: findPatientRecord(service.store, story.plan.patientId),
      last: story.last && submissionJson(service, story.last, frame.language),
      now: service.clock.now(),
    });
    return sendControlPage(c, frame, title, content);
  });

  return app;
}
