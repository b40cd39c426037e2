import { isUuid } from '@instrument-panel/client/params';
import { Hono, type Next } from 'hono';
import { applyPage, chartPage } from './chart-page.ts';
import type { ReadFailure } from './clinic.ts';
import { outagePage, type PageFrame } from './layout.ts';
import type { EhrDependencies, EhrEnv } from './options.ts';
import { connectClinic, createPageFrame, type EhrContext, sendPage } from './request.ts';
import { recordNumber } from './roster.ts';

interface PatientVisit extends ReturnType<typeof connectClinic> {
  readonly c: EhrContext;
  /** UUID in lower case. */
  readonly patientId: string;
  readonly frame: PageFrame;
  /** Title of the page: the record number, because the browser keeps titles in its history. */
  readonly title: string;
}

/** Creates the routes of a patient's chart, and of the form that applies instruments. */
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
    return answer({ c, patientId, frame, title, ...connectClinic(c, frame, session) });
  }

  app.get('/patients/:patientId', (c, next) => forPatient(c, next, '', sendChart));
  app.get('/patients/:patientId/apply', (c, next) => forPatient(c, next, '/apply', sendApplyPage));
  return app;
}

function sendOutage({ c, frame, title }: PatientVisit, failure: ReadFailure): Promise<Response> {
  const status = failure.outage === 'gone' ? 404 : 502;
  return sendPage(c, frame, title, outagePage(frame, title, failure, frame.words.part.patient), status);
}

async function sendChart(visit: PatientVisit): Promise<Response> {
  const { c, frame, title, clinic, professionalId, patientId } = visit;
  const [patient, applications] = await Promise.all([
    clinic.patient(patientId),
    clinic.applicationsOf(patientId),
  ]);
  if (!patient.ok) return sendOutage(visit, patient);
  return sendPage(c, frame, title, chartPage(frame, { patient: patient.data, professionalId, applications }));
}

async function sendApplyPage(visit: PatientVisit): Promise<Response> {
  const { c, frame, title, clinic, professionalId, patientId } = visit;
  const patient = await clinic.patient(patientId);
  if (!patient.ok) return sendOutage(visit, patient);
  return sendPage(c, frame, title, applyPage(frame, patient.data, professionalId));
}
