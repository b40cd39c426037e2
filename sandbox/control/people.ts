import type { Hono } from 'hono';
import { html } from 'hono/html';
import { findInstrument } from '../library/index.ts';
import { CREDENTIALS } from '../service/credentials.ts';
import type { Store } from '../service/database.ts';
import { fullName } from '../service/outbox.ts';
import { normalizeText } from '../service/recommendation/rules.ts';
import { type ApplicationRow, urlToAnswer } from '../service/records/application.ts';
import type { PatientRow } from '../service/records/patient.ts';
import type { IntegrationRow } from '../service/records/professional.ts';
import { webhooks } from '../service/webhooks/registration.ts';
import { ehrMessages } from '../words/index.ts';
import {
  addSearchPage,
  type ControlDependencies,
  type ControlFrame,
  countRows,
  createFields,
  list,
  PAGES,
  type RowSlice,
  sendControlPage,
  sentence,
  table,
} from './page.ts';

const PROFESSIONAL_LIMIT = 100;
const PATIENT_LIMIT = 50;
const APPLICATION_LIMIT = 100;

interface ProfessionalEntry {
  readonly serviceId: string;
  readonly fullName: string;
  readonly email: string;
  readonly patients: number;
  readonly links: readonly Pick<IntegrationRow, 'partner' | 'status' | 'externalId'>[];
}

const FULL_NAME = (table: string) => `trim(${table}.name || ' ' || coalesce(${table}.surname, ''))`;

function listProfessionals(store: Store): RowSlice<ProfessionalEntry> {
  const rows = store.all<Omit<ProfessionalEntry, 'links'>>(
    `SELECT serviceId, ${FULL_NAME('professional')} AS fullName, email,
       (SELECT count(*) FROM relation WHERE professionalId = serviceId) AS patients
     FROM professional ORDER BY fullName COLLATE NOCASE, serviceId LIMIT ?`,
    PROFESSIONAL_LIMIT,
  );
  const shown = rows.map((row) => ({
    ...row,
    links: store.all<ProfessionalEntry['links'][number]>(
      'SELECT partner, status, externalId FROM integration WHERE professionalId = ? ORDER BY partner',
      row.serviceId,
    ),
  }));
  return { shown, total: countRows(store, 'professional') };
}

/** A patient under a professional. */
export interface PatientEntry {
  readonly patientId: string;
  readonly professionalId: string;
  readonly patient: string;
  readonly professional: string;
  readonly email: string | null;
  readonly cellphone: string | null;
  readonly relation: 'ACTIVE' | 'INACTIVE';
}

/** A patient under one professional, as a value of a form. */
export const toPatientValue = ({ professionalId, patientId }: PatientEntry): string =>
  `${professionalId}/${patientId}`;

const listEntries = (store: Store, condition: string, professionalId: string | null = null): PatientEntry[] =>
  store.all(
    `SELECT patientId, professionalId, ${FULL_NAME('patient')} AS patient,
       ${FULL_NAME('professional')} AS professional, patient.email, patient.cellphone, relation.status AS relation
     FROM relation JOIN patient ON patient.serviceId = patientId
       JOIN professional ON professional.serviceId = professionalId
     WHERE (?1 IS NULL OR professionalId = ?1) AND ${condition}
     ORDER BY patient COLLATE NOCASE, patientId, professional`,
    professionalId,
  );

/** Patients by name whose name, e-mail or number has the text, of one professional or of all. */
function listPatients(store: Store, text: string, professionalId: string | null): RowSlice<PatientEntry> {
  const wanted = normalizeText(text);
  const found = listEntries(store, 'true', professionalId).filter((row) =>
    [row.patient, row.email, row.cellphone].some(
      (value) => value !== null && normalizeText(value).includes(wanted),
    ),
  );
  return { shown: found.slice(0, PATIENT_LIMIT), total: found.length };
}

/** Patients that something can be applied to: an active relation, and a professional with an active link. */
export const listApplicablePatients = (store: Store): readonly PatientEntry[] =>
  listEntries(
    store,
    `relation.status = 'ACTIVE' AND EXISTS (SELECT 1 FROM integration
       WHERE integration.professionalId = relation.professionalId AND integration.status = 'ACTIVE')`,
  );

export const findPatientRecord = (store: Store, patientId: string): PatientRow | undefined =>
  store.one('SELECT * FROM patient WHERE serviceId = ?', patientId);

type ApplicationEntry = ApplicationRow & { readonly answers: number; readonly professional: string };

/** A patient's applications under all professionals, newest first. */
function listApplications(store: Store, patientId: string): RowSlice<ApplicationEntry> {
  const shown = store.all<ApplicationEntry>(
    `SELECT application.*, ${FULL_NAME('professional')} AS professional,
       (SELECT count(*) FROM submission
        WHERE formApplicationId = application.id AND completedFillAt IS NOT NULL) AS answers
     FROM application JOIN professional ON professional.serviceId = professionalId
     WHERE patientId = ? ORDER BY application.createdAt DESC, application.id DESC LIMIT ?`,
    patientId,
    APPLICATION_LIMIT,
  );
  return { shown, total: countRows(store, 'application', 'patientId', patientId) };
}

function partnersTable({ people }: ControlFrame['words'], store: Store) {
  const endpoints = new Map(webhooks(store).map(({ partner, url }) => [partner, url]));
  return table(people.partners, CREDENTIALS, [
    [people.key, ({ key }) => html`<code>${key}</code>`],
    [people.partner, ({ partner }) => partner],
    [
      people.keyState,
      ({ state, allowed }) => people.keyStates[state === 'active' && allowed.length > 0 ? 'blocked' : state],
    ],
    [
      people.endpoint,
      ({ partner }) => html`<span class="mail">${endpoints.get(partner) ?? people.noEndpoint}</span>`,
    ],
  ]);
}

const professionalsList = ({ words, words: { people } }: ControlFrame, found: RowSlice<ProfessionalEntry>) =>
  list(words, people.professionals.title, people.professionals.empty, found, [
    [people.professional, ({ fullName }) => fullName],
    [people.email, ({ email }) => html`<span class="mail">${email}</span>`],
    [
      people.links,
      ({ links }) =>
        links.length === 0
          ? people.noLink
          : html`${links.map(
              ({ partner, status, externalId }) =>
                html`<span class="link">${partner}: <code>${status}</code> <small>${externalId}</small></span>`,
            )}`,
    ],
    [
      people.patientCount,
      ({ serviceId, fullName, patients }) =>
        html`<a href="${PAGES}/people?professional=${serviceId}#patients" aria-label="${people.patientsOf({ professional: fullName })}: ${patients}">${patients}</a>`,
    ],
  ]);

/** Renders partners, professionals with their links, and patients: of one professional, or those that were searched. */
function peoplePage(frame: ControlFrame, store: Store, query: string, professionalId: string | null) {
  const { words } = frame;
  const { people } = words;
  const professionals = listProfessionals(store);
  const professional = professionals.shown.find(({ serviceId }) => serviceId === professionalId);
  const isNarrowed = query !== '' || professional !== undefined;
  const search = html`type="search" autocomplete="off"`;
  return html`
<section class="card" aria-labelledby="professionals"><h2 id="professionals">${people.professionals.title}</h2>
<p>${people.professionals.intro}</p>
${professionalsList(frame, professionals)}</section>
<section class="card" aria-labelledby="patients"><h2 id="patients" tabindex="-1">${people.patients.title}</h2>
<p>${people.patients.intro}</p>
<form method="post" action="${PAGES}/people/find" role="search" class="row">
${createFields(words, () => query).input('query', people.find, search, people.findHint)}
<button type="submit">${people.search}</button>
${isNarrowed ? html`<a class="button quiet" href="${PAGES}/people#patients">${people.showAll}</a>` : ''}
</form>
${list(
  words,
  professional ? people.patientsOf({ professional: professional.fullName }) : people.patients.title,
  isNarrowed ? people.nobodyFound : people.patients.empty,
  listPatients(store, query, professional?.serviceId ?? null),
  [
    [
      people.patient,
      ({ patientId, patient }) => html`<a href="${PAGES}/patients/${patientId}">${patient}</a>`,
    ],
    [people.email, ({ email }) => html`<span class="mail">${email ?? words.none}</span>`],
    [people.of, (entry) => entry.professional],
    [people.relation, ({ relation }) => html`<code>${relation}</code>`],
  ],
)}</section>
<section class="card" aria-labelledby="partners"><h2 id="partners">${people.partners}</h2>
${partnersTable(words, store)}</section>`;
}

/** States whose link still takes an answer: what idleness closed is reopened by one. */
const ANSWERABLE: ReadonlySet<string> = new Set(['CREATED', 'IN_PROGRESS', 'CANCELED_IDLE']);

const instrumentOf = ({ formTemplateId }: ApplicationRow): string =>
  findInstrument(formTemplateId)?.shortTitle ?? formTemplateId;

function patientPage(frame: ControlFrame, { service }: ControlDependencies, patient: PatientRow) {
  const { words, when, language } = frame;
  const said = words.patient;
  const clinical = ehrMessages[language];
  const { title, empty } = said.applications;
  return html`<section class="card" aria-labelledby="who"><h2 id="who">${fullName(patient)}</h2>
<p>${[patient.email, patient.cellphone].filter(Boolean).join(' · ')}</p>
<p class="row"><a class="button" href="${PAGES}/stories?patient=${patient.serviceId}">${said.tell}</a>
<a class="button quiet" href="${PAGES}/people">${said.back}</a></p></section>
<section class="card" aria-labelledby="applications"><h2 id="applications">${title}</h2>
<p>${said.applications.intro}</p>
${list(words, title, empty, listApplications(service.store, patient.serviceId), [
  [said.instrument, (one) => html`${instrumentOf(one)} <small>${one.id}</small>`],
  [words.people.of, ({ professional }) => professional],
  [said.cycle, ({ recurrenceCycle }) => clinical.cycles[recurrenceCycle]],
  [said.state, ({ status }) => html`<code>${status}</code> <small>${clinical.states[status]}</small>`],
  [said.next, ({ nextAnswerAt }) => (nextAnswerAt === null ? words.none : when.time(nextAnswerAt))],
  [said.answered, ({ answers }) => answers],
  [
    said.link,
    (one) =>
      ANSWERABLE.has(one.status)
        ? html`<a href="${urlToAnswer(service, one.answerToken)}">${said.answer({ instrument: instrumentOf(one) })}</a>`
        : said.closed,
  ],
])}</section>`;
}

/** `/sandbox/pages/people` and `/sandbox/pages/patients/{patientId}`. */
export function addPeople(app: Hono, control: ControlDependencies): void {
  const { store } = control.service;
  const path = `${PAGES}/people`;

  addSearchPage(app, control, path, 'query', (frame, query, c) => ({
    title: frame.words.people.title,
    content: peoplePage(frame, store, query, c.req.query('professional')?.toLowerCase() ?? null),
  }));

  app.get(`${PAGES}/patients/:patientId`, (c) => {
    const patient = findPatientRecord(store, c.req.param('patientId').toLowerCase());
    return sendControlPage(c, control, (frame) => {
      const { title, unknown } = frame.words.patient;
      return patient
        ? { title, content: patientPage(frame, control, patient) }
        : { title, content: sentence(unknown), status: 404 };
    });
  });
}
