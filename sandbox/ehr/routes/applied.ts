import { isUuid } from '@instrument-panel/client/params';
import { Hono } from 'hono';
import { foundAmong } from '../clinic/apply.ts';
import { type EhrEnv, frameOf, type Ground, service, show, today } from '../http/context.ts';
import { appliedPage } from '../pages/applied.ts';
import { checkingPage } from '../pages/checking.ts';
import { outagePage } from '../pages/notice.ts';
import { titleOf } from './title.ts';

/** What became of an application: the confirmation, and the look-up after a lost answer. */
export function appliedRoutes(ground: Ground): Hono<EhrEnv> {
  const app = new Hono<EhrEnv>();

  app.get('/patients/:patientId/applied/:applicationId', async (c, next) => {
    const patientId = c.req.param('patientId').toLowerCase();
    const applicationId = Number(c.req.param('applicationId'));
    const { session } = c.var;
    if (!isUuid(patientId) || !Number.isSafeInteger(applicationId) || applicationId < 1) return next();
    if (!session) return c.redirect(`/sign-in?next=${c.req.path}`, 303);
    const frame = frameOf(c, ground);
    const { words } = frame;
    const { clinic } = service(c, frame, session);
    const [patient, application] = await Promise.all([
      clinic.patient(patientId),
      clinic.application(patientId, applicationId),
    ]);
    const title = titleOf(words, patientId);
    if (!patient.ok) return show(c, frame, title, outagePage(frame, title, patient, words.part.patient), 502);
    if (!application.ok) {
      const status = application.outage === 'gone' ? 404 : 502;
      return show(c, frame, title, outagePage(frame, title, application, words.part.application), status);
    }
    const state = { patient: patient.data, application: application.data, today: today(ground) };
    return show(c, frame, title, appliedPage(frame, state));
  });

  app.get('/patients/:patientId/checking', async (c, next) => {
    const patientId = c.req.param('patientId').toLowerCase();
    const formId = c.req.query('form') ?? '';
    const { session } = c.var;
    if (!isUuid(patientId) || !isUuid(formId)) return next();
    if (!session) return c.redirect(`/sign-in?next=/patients/${patientId}`, 303);
    const frame = frameOf(c, ground, `/patients/${patientId}`);
    const { words } = frame;
    const { clinic, professionalId } = service(c, frame, session);
    const [patient, applications, library] = await Promise.all([
      clinic.patient(patientId),
      clinic.applicationsOfInstrument(patientId, formId),
      clinic.library(),
    ]);
    const known = (c.req.query('known') ?? '').split(',').filter(Boolean).map(Number);
    const cycle = c.req.query('cycle') ?? '';
    const found = applications.ok ? foundAmong(applications.data, known, cycle, professionalId) : null;
    if (found) return c.redirect(`/patients/${patientId}/applied/${found.id}`, 303);
    const title = titleOf(words, patientId);
    // The address of the look-up stays, so that trying again looks up again.
    const again = `${c.req.path}${new URL(c.req.url).search}`;
    if (!patient.ok)
      return show(c, frame, title, outagePage(frame, title, patient, words.part.patient, again), 502);
    const instrument = library.ok
      ? library.data.find(({ id }) => id.toLowerCase() === formId.toLowerCase())
      : null;
    const content = checkingPage(frame, {
      patient: patient.data,
      instrument: instrument?.shortTitle ?? instrument?.title ?? words.instrument,
      isAsked: applications.ok,
      at: ground.now(),
      today: today(ground),
      again,
    });
    return show(c, frame, title, content);
  });

  return app;
}
