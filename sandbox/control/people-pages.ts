import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { findInstrument } from '../library/index.ts';
import type { Markup } from '../pages/document.ts';
import { urlToAnswer } from '../service/records/application.ts';
import type { PatientRow } from '../service/records/patient.ts';
import { type Webhook, webhooks } from '../service/webhooks/registration.ts';
import { ehrMessages } from '../words/index.ts';
import { type ControlFrame, emptyState, listCaption, PAGES, sentence, table } from './layout.ts';
import {
  type ApplicationEntry,
  apiKeys,
  findPatientRecord,
  listApplicationEntries,
  listPatientEntries,
  listProfessionalEntries,
  type PatientEntry,
  type ProfessionalEntry,
  type RowSlice,
} from './people.ts';
import { type ControlDependencies, createControlFrame, readForm, sendControlPage } from './request.ts';

interface PeopleState {
  readonly webhooks: readonly Webhook[];
  readonly professionals: RowSlice<ProfessionalEntry>;
  readonly patients: RowSlice<PatientEntry>;
  readonly query: string;
  /** The professional whose patients are listed; null for all. */
  readonly professional: ProfessionalEntry | null;
}

const linksOf = ({ words }: ControlFrame, { links }: ProfessionalEntry): Markup | string =>
  links.length === 0
    ? words.people.noLink
    : html`${links.map(
        ({ partner, status, externalId }) =>
          html`<span class="link">${partner}: <code>${status}</code> <small>${externalId}</small></span>`,
      )}`;

const partnersTable = ({ words }: ControlFrame, { webhooks }: PeopleState): Markup =>
  table(
    words.people.partners,
    [words.people.key, words.people.partner, words.people.keyState, words.people.endpoint],
    apiKeys.map(({ key, partner, state }) => [
      html`<code>${key}</code>`,
      partner,
      words.people.keyStates[state],
      html`<span class="mail">${
        webhooks.find((webhook) => webhook.partner === partner)?.url ?? words.people.noEndpoint
      }</span>`,
    ]),
  );

function professionalsSection(frame: ControlFrame, { professionals: { shown, total } }: PeopleState): Markup {
  const { words } = frame;
  const { people } = words;
  if (total === 0) return emptyState(people.professionals.empty);
  return table(
    listCaption(words, people.professionals.title, shown.length, total),
    [people.professional, people.email, people.links, people.patientCount],
    shown.map((entry) => [
      entry.fullName,
      html`<span class="mail">${entry.email}</span>`,
      linksOf(frame, entry),
      html`<a href="${PAGES}/people?professional=${entry.serviceId}#patients" aria-label="${people.patientsOf({ professional: entry.fullName })}: ${entry.patients}">${entry.patients}</a>`,
    ]),
  );
}

function patientsSection({ words }: ControlFrame, state: PeopleState): Markup {
  const { people } = words;
  const { shown, total } = state.patients;
  const isNarrowed = state.query !== '' || state.professional !== null;
  const title = state.professional
    ? people.patientsOf({ professional: state.professional.fullName })
    : people.patients.title;
  if (total === 0) return emptyState(isNarrowed ? people.nobodyFound : people.patients.empty);
  return table(
    listCaption(words, title, shown.length, total),
    [people.patient, people.email, people.of, people.relation],
    shown.map((entry) => [
      html`<a href="${PAGES}/patients/${entry.patientId}">${entry.patient}</a>`,
      html`<span class="mail">${entry.email ?? words.none}</span>`,
      entry.professional,
      html`<code>${entry.relation}</code>`,
    ]),
  );
}

/** Renders partners, professionals with their links, and patients. */
function peoplePage(frame: ControlFrame, state: PeopleState): Markup {
  const { people } = frame.words;
  const isNarrowed = state.query !== '' || state.professional !== null;
  return html`
<section class="card" aria-labelledby="professionals"><h2 id="professionals">${people.professionals.title}</h2>
<p>${people.professionals.intro}</p>
${professionalsSection(frame, state)}</section>
<section class="card" aria-labelledby="patients"><h2 id="patients" tabindex="-1">${people.patients.title}</h2>
<p>${people.patients.intro}</p>
<form method="post" action="${PAGES}/people/find" role="search" class="row">
<div class="field"><label for="query">${people.find}</label>
<input type="search" id="query" name="query" value="${state.query}" autocomplete="off" aria-describedby="query-hint">
<p class="hint" id="query-hint">${people.findHint}</p></div>
<button type="submit">${people.search}</button>
${isNarrowed ? html`<a class="button quiet" href="${PAGES}/people#patients">${people.showAll}</a>` : ''}
</form>
${patientsSection(frame, state)}</section>
<section class="card" aria-labelledby="partners"><h2 id="partners">${people.partners}</h2>
${partnersTable(frame, state)}</section>`;
}

interface PatientState {
  readonly patient: PatientRow;
  readonly applications: RowSlice<ApplicationEntry>;
  /** Returns the patient's link; null if the application takes no answer. */
  readonly linkOf: (application: ApplicationEntry) => string | null;
}

const titleOf = (application: ApplicationEntry): string =>
  findInstrument(application.formTemplateId)?.shortTitle ?? application.formTemplateId;

const nameOf = ({ name, surname }: PatientRow): string => [name, surname].filter(Boolean).join(' ');

/** Renders a patient's applications with their states, and the links to answer. */
function patientPage(frame: ControlFrame, { patient, applications, linkOf }: PatientState): Markup {
  const { words, when, language } = frame;
  const { people, patient: said } = words;
  const clinical = ehrMessages[language];
  const rows = applications.shown.map((application) => {
    const link = linkOf(application);
    const title = titleOf(application);
    return [
      html`${title} <small>${application.id}</small>`,
      application.professional,
      clinical.cycles[application.recurrenceCycle],
      html`<code>${application.status}</code> <small>${clinical.states[application.status]}</small>`,
      application.nextAnswerAt === null ? words.none : when.time(application.nextAnswerAt),
      application.answers,
      link === null ? said.closed : html`<a href="${link}">${said.answer({ instrument: title })}</a>`,
    ];
  });
  return html`<section class="card" aria-labelledby="who"><h2 id="who">${nameOf(patient)}</h2>
<p>${[patient.email, patient.cellphone].filter(Boolean).join(' · ')}</p>
<p class="row"><a class="button" href="${PAGES}/stories?patient=${patient.serviceId}">${said.tell}</a>
<a class="button quiet" href="${PAGES}/people">${said.back}</a></p></section>
<section class="card" aria-labelledby="applications"><h2 id="applications">${said.applications.title}</h2>
<p>${said.applications.intro}</p>
${
  applications.total === 0
    ? emptyState(said.applications.empty)
    : table(
        listCaption(words, said.applications.title, applications.shown.length, applications.total),
        [said.instrument, people.of, said.cycle, said.state, said.next, said.answered, said.link],
        rows,
      )
}</section>`;
}

/** States whose link still takes an answer: what idleness closed is reopened by one. */
const ANSWERABLE: ReadonlySet<string> = new Set(['CREATED', 'IN_PROGRESS', 'CANCELED_IDLE']);

/** `/sandbox/pages/people` and `/sandbox/pages/patients/{patientId}`. */
export function peoplePages(control: ControlDependencies): Hono {
  const { service } = control;
  const { store } = service;
  const app = new Hono({ strict: false });

  const answer = (c: Context, query: string, professionalId: string | null) => {
    const frame = createControlFrame(c, control, `${PAGES}/people`);
    const everybody = listProfessionalEntries(store);
    const professional = everybody.shown.find(({ serviceId }) => serviceId === professionalId) ?? null;
    const state = {
      webhooks: webhooks(store),
      professionals: everybody,
      patients: listPatientEntries(store, query, professional?.serviceId ?? null),
      query,
      professional,
    };
    return sendControlPage(c, frame, frame.words.people.title, peoplePage(frame, state));
  };

  app.get('/people', (c) => answer(c, '', c.req.query('professional')?.toLowerCase() ?? null));
  // A search is a POST, although it changes nothing, to keep names out of URLs.
  app.post('/people/find', async (c) => answer(c, (await readForm(c))('query'), null));
  app.get('/people/find', (c) => c.redirect(`${PAGES}/people`, 303));

  app.get('/patients/:patientId', (c) => {
    const frame = createControlFrame(c, control, c.req.path);
    const patient = findPatientRecord(store, c.req.param('patientId').toLowerCase());
    const { title, unknown } = frame.words.patient;
    if (!patient) return sendControlPage(c, frame, title, sentence(unknown), 404);
    const state = {
      patient,
      applications: listApplicationEntries(store, patient.serviceId),
      linkOf: ({ status, answerToken }: { readonly status: string; readonly answerToken: string }) =>
        ANSWERABLE.has(status) ? urlToAnswer(service, answerToken) : null,
    };
    return sendControlPage(c, frame, title, patientPage(frame, state));
  });

  return app;
}
