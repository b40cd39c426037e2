import { isSameId, isUuid } from '@instrument-panel/client/params';
import { Hono, type Next } from 'hono';
import { html } from 'hono/html';
import { readField } from '../pages/requests.ts';
import { type ApplyForm, applyOnce, findFormErrors, findNewApplication } from './apply.ts';
import { appliedPage, applyPage, chartPage, checkingPage, type ReturnedForm } from './chart-page.ts';
import type { ReadFailure } from './clinic.ts';
import { startInstant } from './dates.ts';
import { nothingSent, outagePage, type PageFrame } from './layout.ts';
import type { EhrDependencies, EhrEnv } from './options.ts';
import { connectClinic, createPageFrame, type EhrContext, sendPage } from './request.ts';
import { recordNumber } from './roster.ts';
import type { Session } from './staff.ts';

/** Forms that a session remembers, so that a second click is recognised. */
const REMEMBERED_FORMS = 50;

interface PatientVisit extends ReturnType<typeof connectClinic> {
  readonly ehr: EhrDependencies;
  readonly c: EhrContext;
  readonly session: Session;
  /** UUID in lower case. */
  readonly patientId: string;
  readonly frame: PageFrame;
  /** Title of the page: the record number, because the browser keeps titles in its history. */
  readonly title: string;
}

/** Creates the routes of a patient's chart, of its apply form, and of what became of an application. */
export function createChartRoutes(ehr: EhrDependencies): Hono<EhrEnv> {
  const app = new Hono<EhrEnv>();

  /** Answers for a signed-in person; anybody else signs in first, and comes back to `back` under the patient. */
  async function forPatient(
    c: EhrContext,
    next: Next,
    back: string,
    answer: (visit: PatientVisit) => Promise<Response>,
  ): Promise<Response | undefined> {
    const patientId = (c.req.param('patientId') ?? '').toLowerCase();
    const { session } = c.var;
    if (!isUuid(patientId)) {
      await next();
      return undefined;
    }
    const chart = `/patients/${patientId}`;
    if (!session) return c.redirect(`/sign-in?next=${chart}${back}`, 303);
    const frame = createPageFrame(c, ehr, back === '' ? chart : c.req.path);
    const title = frame.words.record({ number: recordNumber(patientId) });
    return answer({ ehr, c, session, patientId, frame, title, ...connectClinic(c, frame, session) });
  }

  app.get('/patients/:patientId', (c, next) => forPatient(c, next, '', (visit) => sendChart(visit, null)));
  app.get('/patients/:patientId/apply', (c, next) => forPatient(c, next, '/apply', sendApplyPage));
  app.post('/patients/:patientId/apply', (c, next) => forPatient(c, next, '', takeForm));
  app.get('/patients/:patientId/applied/:applicationId', (c, next) => {
    const id = Number(c.req.param('applicationId'));
    if (!Number.isSafeInteger(id) || id < 1) return next();
    return forPatient(c, next, `/applied/${id}`, (visit) => sendApplied(visit, id));
  });
  app.get('/patients/:patientId/checking', (c, next) => {
    const formId = c.req.query('form') ?? '';
    return isUuid(formId) ? forPatient(c, next, '', (visit) => sendLookUp(visit, formId)) : next();
  });
  return app;
}

const sendOutage = (
  { c, frame, title }: PatientVisit,
  failure: ReadFailure,
  what: string,
  status: 404 | 502 = failure.outage === 'gone' ? 404 : 502,
  again?: string,
): Promise<Response> => sendPage(c, frame, title, outagePage(frame, title, failure, what, again), status);

async function sendChart(visit: PatientVisit, returned: ReturnedForm | null): Promise<Response> {
  const { c, frame, title, clinic, professionalId, patientId } = visit;
  const { words } = frame;
  const [patient, applications, library] = await Promise.all([
    clinic.patient(patientId),
    clinic.applicationsOf(patientId),
    clinic.library(),
  ]);
  if (!patient.ok) {
    const status = patient.outage === 'gone' ? 404 : 502;
    const content = html`${returned ? nothingSent(words) : ''}${outagePage(frame, title, patient, words.part.patient)}`;
    return sendPage(c, frame, words.patients, content, status);
  }
  const state = { patient: patient.data, professionalId, applications, library, returned };
  return sendPage(c, frame, title, chartPage(frame, state), returned ? 422 : 200);
}

async function sendApplyPage(visit: PatientVisit): Promise<Response> {
  const { c, frame, title, clinic, professionalId, patientId } = visit;
  const patient = await clinic.patient(patientId);
  if (!patient.ok) return sendOutage(visit, patient, frame.words.part.patient);
  return sendPage(c, frame, title, applyPage(frame, patient.data, professionalId));
}

/** Takes the apply form once: a second click with the same mark gets the answer of the first. */
async function takeForm(visit: PatientVisit): Promise<Response> {
  const { c, session } = visit;
  const given = await c.req.parseBody();
  const form = {
    formId: readField(given, 'instrument'),
    cycle: readField(given, 'cycle'),
    startsOn: readField(given, 'startsOn'),
  };
  const mark = readField(given, 'mark');
  if (!isUuid(mark)) return sendChart(visit, { form, errors: [], refused: null });
  const applying = session.applied.get(mark) ?? apply(visit, form);
  session.applied.set(mark, applying);
  const oldest = session.applied.keys().next().value;
  if (session.applied.size > REMEMBERED_FORMS && oldest !== undefined) session.applied.delete(oldest);
  return (await applying).clone();
}

async function apply(visit: PatientVisit, form: ApplyForm): Promise<Response> {
  const { ehr, c, frame, patientId } = visit;
  const errors = findFormErrors(form, ehr.now(), ehr.timeZone);
  if (errors.length > 0) return sendChart(visit, { form, errors, refused: null });
  const startedAt =
    form.cycle === 'NOW'
      ? new Date(ehr.now()).toISOString()
      : startInstant(form.startsOn, ehr.now(), ehr.timeZone);
  const result = await applyOnce(visit, patientId, form, startedAt);
  switch (result.kind) {
    case 'applied':
      return c.redirect(`/patients/${patientId}/applied/${result.applicationId}`, 303);
    case 'unknown': {
      const query = { form: form.formId, cycle: form.cycle, known: result.known.join(',') };
      return c.redirect(`/patients/${patientId}/checking?${new URLSearchParams(query)}`, 303);
    }
    default: {
      const refused =
        result.kind === 'refused'
          ? frame.words.refused({ reason: result.reason })
          : `${frame.words.outages[result.why.outage].title}.`;
      return sendChart(visit, { form, errors: [], refused });
    }
  }
}

async function sendApplied(visit: PatientVisit, applicationId: number): Promise<Response> {
  const { c, frame, title, clinic, patientId } = visit;
  const { part } = frame.words;
  const [patient, application] = await Promise.all([
    clinic.patient(patientId),
    clinic.application(patientId, applicationId),
  ]);
  if (!patient.ok) return sendOutage(visit, patient, part.patient, 502);
  if (!application.ok) return sendOutage(visit, application, part.application);
  return sendPage(c, frame, title, appliedPage(frame, patient.data, application.data));
}

/** After a lost answer: shows the application that was made, or says that there is none yet. */
async function sendLookUp(visit: PatientVisit, formId: string): Promise<Response> {
  const { ehr, c, frame, title, clinic, professionalId, patientId } = visit;
  const { words } = frame;
  const [patient, applications, library] = await Promise.all([
    clinic.patient(patientId),
    clinic.applicationsOfInstrument(patientId, formId),
    clinic.library(),
  ]);
  const known = (c.req.query('known') ?? '').split(',').filter(Boolean).map(Number);
  const cycle = c.req.query('cycle') ?? '';
  const found = applications.ok ? findNewApplication(applications.data, known, cycle, professionalId) : null;
  if (found) return c.redirect(`/patients/${patientId}/applied/${found.id}`, 303);
  // The address of the look-up stays, so that trying again looks up again.
  const again = `${c.req.path}${new URL(c.req.url).search}`;
  if (!patient.ok) return sendOutage(visit, patient, words.part.patient, 502, again);
  const instrument = library.ok ? library.data.find(({ id }) => isSameId(id, formId)) : null;
  const content = checkingPage(frame, {
    patient: patient.data,
    instrument: instrument?.shortTitle ?? instrument?.title ?? words.instrument,
    isAsked: applications.ok,
    at: ehr.now(),
    again,
  });
  return sendPage(c, frame, title, content);
}
