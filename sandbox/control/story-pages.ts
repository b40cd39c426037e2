import { setTimeout as wait } from 'node:timers/promises';
import type { Submission } from '@instrument-panel/client/contract';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import { LIBRARY } from '../library/index.ts';
import type { Markup } from '../pages/document.ts';
import { fullName } from '../service/outbox.ts';
import { submissionJson } from '../service/records/submission.ts';
import type { ServiceContext } from '../service/service.ts';
import type { ControlMessages } from '../words/index.ts';
import {
  addFormPage,
  type ControlDependencies,
  type ControlFrame,
  type FormFields,
  list,
  PAGES,
  sendControlPage,
  sentence,
} from './page.ts';
import { findPatientRecord, listApplicablePatients, toPatientValue } from './people.ts';
import { MAX_WEEKS, MIN_WEEKS, readPlan, STORY_COURSES, type Stories, type Story } from './stories.ts';

const LISTED_PATIENT_LIMIT = 200;

const storyForm = ({ words }: ControlFrame, service: ServiceContext, fields: FormFields): Markup => {
  const said = words.stories;
  const all = listApplicablePatients(service.store);
  if (all.length === 0) return html`<p class="empty">${said.noPatients}</p>`;
  const chosen = all.find((entry) => toPatientValue(entry) === fields.value('patient'));
  const listed = all.slice(0, LISTED_PATIENT_LIMIT);
  const patients = chosen && !listed.includes(chosen) ? [chosen, ...listed] : listed;
  const [shown, total] = [patients.length, all.length];
  return html`${fields.problemList}
<form method="post" action="${PAGES}/stories" class="grid">
${fields.select(
  'patient',
  said.patient,
  patients.map((entry) => [toPatientValue(entry), `${entry.patient} (${entry.professional})`] as const),
  said.patientHint({ isAll: shown === total, shown, all: total }),
)}
${fields.select(
  'instrument',
  said.instrument,
  LIBRARY.map(({ id, shortTitle }) => [id, shortTitle] as const),
)}
${fields.select(
  'course',
  said.course,
  STORY_COURSES.map((course) => [course, said.courses[course]] as const),
)}
${fields.input(
  'weeks',
  said.weeks,
  html`type="number" min="${MIN_WEEKS}" max="${MAX_WEEKS}" required`,
  said.weeksHint({ most: MAX_WEEKS }),
)}
<p class="notice wide" id="replaces">${said.warning}</p>
<div class="field"><button type="submit" aria-describedby="replaces">${said.tell}</button></div>
</form>`;
};

function storiesPage(
  frame: ControlFrame,
  service: ServiceContext,
  stories: readonly Story[],
  fields: FormFields,
): Markup {
  const { words } = frame;
  const said = words.stories;
  return html`<p>${said.intro}</p>
<section class="card" aria-label="${said.title}">${storyForm(frame, service, fields)}</section>
<section class="card" aria-labelledby="told"><h2 id="told">${said.told}</h2>${list(
    words,
    said.told,
    said.empty,
    { shown: stories, total: stories.length },
    [
      [
        words.story.title,
        ({ id, plan }) =>
          html`<a href="${PAGES}/stories/${id}">${plan.instrument.shortTitle} <small>${id}</small></a>`,
      ],
      [said.course, ({ plan }) => said.courses[plan.course]],
      [said.weeks, ({ plan }) => plan.weeks],
      [said.answers, ({ answers }) => answers],
      [said.state, ({ state }) => said.states[state]],
    ],
  )}</section>`;
}

function scoreOf(words: ControlMessages, { score, globalClassification, ...last }: Submission): Markup {
  const { score: say } = words.stories;
  if (score != null) return html`${say({ score, classification: globalClassification?.title || null })}`;
  const parts = (last.subscaleScores ?? []).map(
    ({ name, score: part }) => html`<li>${name}: ${part ?? words.none}</li>`,
  );
  return html`<ul>${parts}</ul>`;
}

function outcome({ words, language }: ControlFrame, service: ServiceContext, story: Story): Markup {
  const { plan, answers, state, reason } = story;
  const said = words.story;
  if (state === 'running') {
    return html`<p class="lead" role="status">${said.running({ answers, weeks: plan.weeks })}</p>
<p><a class="button" href="${PAGES}/stories/${story.id}">${said.lookAgain}</a></p>`;
  }
  if (state === 'stopped') {
    return html`<p class="notice bad" role="alert">${said.stopped({ answers })}</p>
${reason === null ? '' : html`<dl><dt>${said.reason}</dt><dd lang="en">${reason}</dd></dl>`}`;
  }
  const last = story.last && submissionJson(service, story.last, language);
  const missed = plan.weeks - answers;
  const flags = last?.riskFlagCount ?? 0;
  return html`<p class="lead" role="status">${said.done({ answers, weeks: plan.weeks })}</p>
${flags > 0 ? html`<p class="notice bad">${words.stories.risk({ flags })}</p>` : ''}
${missed > 0 ? html`<p>${said.missed({ count: missed })}</p>` : ''}
${last ? html`<dl class="facts"><div><dt>${words.stories.lastScore}</dt><dd>${scoreOf(words, last)}</dd></div></dl>` : ''}`;
}

function storyPage(frame: ControlFrame, service: ServiceContext, story: Story): Markup {
  const { words } = frame;
  const { plan } = story;
  const patient = findPatientRecord(service.store, plan.patientId);
  return html`<section class="card" aria-labelledby="what">
<h2 id="what">${plan.instrument.shortTitle}: ${words.stories.courses[plan.course]}</h2>
<p>${patient ? fullName(patient) : ''}</p>
${outcome(frame, service, story)}
<p class="row"><a class="button" href="${PAGES}/patients/${plan.patientId}">${words.story.toPatient}</a>
<a class="button quiet" href="${PAGES}/stories">${words.story.another}</a></p></section>`;
}

const DEFAULT_WEEKS = '8';
/** A story that takes longer goes on while its page shows the progress. */
const MAX_WAIT_MS = 2_000;

/** `/sandbox/pages/stories`: the form, and how each story went. */
export function addStories(app: Hono, control: ControlDependencies, stories: Stories): void {
  const { service } = control;
  const path = `${PAGES}/stories`;
  addFormPage(app, control, {
    path,
    action: path,
    begin(c) {
      const wanted = c.req.query('patient')?.toLowerCase();
      const entry = listApplicablePatients(service.store).find(({ patientId }) => patientId === wanted);
      return { weeks: DEFAULT_WEEKS, patient: entry ? toPatientValue(entry) : '' };
    },
    page: (frame, fields) => ({
      title: frame.words.stories.title,
      content: storiesPage(frame, service, stories.all(), fields),
    }),
    async act(value, words) {
      const read = readPlan(value, listApplicablePatients(service.store), words);
      if (read instanceof Map) return read;
      const { id, ended } = stories.begin(read);
      const patience = new AbortController();
      await Promise.race([ended, wait(MAX_WAIT_MS, undefined, { signal: patience.signal }).catch(() => {})]);
      patience.abort();
      return `${path}/${id}`;
    },
  });

  app.get(`${path}/:id`, (c) => {
    const story = stories.find(Number(c.req.param('id')));
    return sendControlPage(c, control, (frame) => {
      const { title, unknown } = frame.words.story;
      return story
        ? { title, content: storyPage(frame, service, story) }
        : { title, content: sentence(unknown), status: 404 };
    });
  });
}
