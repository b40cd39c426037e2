import { randomUUID } from 'node:crypto';
import { isUuid } from '@instrument-panel/client/params';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type ApplyField, type ApplyForm, applyOnce, faultsOf, startOf } from '../clinic/apply.ts';
import { fullName, isActive } from '../clinic/roster.ts';
import { type EhrContext, type EhrEnv, frameOf, type Ground, service, show, today } from '../http/context.ts';
import { field } from '../http/form.ts';
import { applyPage } from '../pages/apply.ts';
import { chartPage } from '../pages/chart.ts';
import { nothingSent, outagePage } from '../pages/notice.ts';
import type { Session } from '../staff/sessions.ts';
import { titleOf } from './title.ts';

/** What an apply form was sent with, where it comes back to be mended. */
interface Returned {
  readonly form: ApplyForm;
  readonly faults: readonly ApplyField[];
  readonly refused: string | null;
}

/** Forms that a session remembers, so that a second click is recognised. */
const REMEMBERED = 50;

/** A patient's chart and its apply form. */
export function chartRoutes(ground: Ground): Hono<EhrEnv> {
  const app = new Hono<EhrEnv>();

  async function chart(c: EhrContext, session: Session, patientId: string, returned: Returned | null) {
    const frame = frameOf(c, ground, `/patients/${patientId}`);
    const { words } = frame;
    const { clinic, professionalId } = service(c, frame, session);
    const [patient, applications, library] = await Promise.all([
      clinic.patient(patientId),
      clinic.applicationsOf(patientId),
      clinic.library(),
    ]);
    if (!patient.ok) {
      const status = patient.outage === 'gone' ? 404 : 502;
      const content = html`${returned ? nothingSent(words) : ''}${outagePage(frame, titleOf(words, patientId), patient, words.part.patient)}`;
      return show(c, frame, words.patients, content, status);
    }
    const active = applications.ok ? applications.data.filter(isActive) : [];
    const content = chartPage(frame, {
      patient: patient.data,
      professionalId,
      applications,
      timeZone: ground.timeZone,
      apply: {
        patientId,
        patientName: fullName(patient.data),
        isInactive: patient.data.relationStatus === 'INACTIVE',
        library,
        inUse: new Set(active.map((one) => one.formTemplateId.toLowerCase())),
        form: returned?.form ?? { formId: '', cycle: 'NOW', startsOn: today(ground) },
        today: today(ground),
        faults: returned?.faults ?? [],
        refused: returned?.refused ?? null,
        mark: randomUUID(),
      },
    });
    return show(c, frame, titleOf(words, patientId), content, returned ? 422 : 200);
  }

  async function apply(
    c: EhrContext,
    session: Session,
    patientId: string,
    form: ApplyForm,
  ): Promise<Response> {
    const frame = frameOf(c, ground, `/patients/${patientId}`);
    const faults = faultsOf(form, ground.now(), ground.timeZone);
    if (faults.length > 0) return chart(c, session, patientId, { form, faults, refused: null });
    const startedAt = startOf(form, ground.now(), ground.timeZone);
    const result = await applyOnce(service(c, frame, session), patientId, form, startedAt);
    if (result.kind === 'applied') {
      return c.redirect(`/patients/${patientId}/applied/${result.applicationId}`, 303);
    }
    if (result.kind === 'unknown') {
      const look = new URLSearchParams({
        form: form.formId,
        cycle: form.cycle,
        known: result.known.join(','),
      });
      return c.redirect(`/patients/${patientId}/checking?${look}`, 303);
    }
    const refused =
      result.kind === 'refused'
        ? frame.words.refused(result.reason)
        : `${frame.words.outages[result.why.outage].title}.`;
    return chart(c, session, patientId, { form, faults: [], refused });
  }

  app.get('/patients/:patientId', async (c, next) => {
    const patientId = c.req.param('patientId').toLowerCase();
    if (!isUuid(patientId)) return next();
    if (!c.var.session) return c.redirect(`/sign-in?next=/patients/${patientId}`, 303);
    return chart(c, c.var.session, patientId, null);
  });

  app.get('/patients/:patientId/apply', async (c, next) => {
    const patientId = c.req.param('patientId').toLowerCase();
    const { session } = c.var;
    if (!isUuid(patientId)) return next();
    if (!session) return c.redirect(`/sign-in?next=/patients/${patientId}/apply`, 303);
    const frame = frameOf(c, ground);
    const { words } = frame;
    const { clinic, professionalId } = service(c, frame, session);
    const patient = await clinic.patient(patientId);
    const title = titleOf(words, patientId);
    if (!patient.ok) {
      const status = patient.outage === 'gone' ? 404 : 502;
      return show(c, frame, title, outagePage(frame, title, patient, words.part.patient), status);
    }
    const { timeZone } = ground;
    const state = { patient: patient.data, professionalId, timeZone, today: today(ground) };
    return show(c, frame, title, applyPage(frame, state));
  });

  app.post('/patients/:patientId/apply', async (c, next) => {
    const patientId = c.req.param('patientId').toLowerCase();
    const { session } = c.var;
    if (!isUuid(patientId)) return next();
    if (!session) return c.redirect(`/sign-in?next=/patients/${patientId}`, 303);
    const given = await c.req.parseBody();
    const form = {
      formId: field(given, 'instrument'),
      cycle: field(given, 'cycle'),
      startsOn: field(given, 'startsOn'),
    };
    const mark = field(given, 'mark');
    if (!isUuid(mark)) return chart(c, session, patientId, { form, faults: [], refused: null });
    const applying = session.applied.get(mark) ?? apply(c, session, patientId, form);
    session.applied.set(mark, applying);
    const oldest = session.applied.keys().next().value;
    if (session.applied.size > REMEMBERED && oldest !== undefined) session.applied.delete(oldest);
    return (await applying).clone();
  });

  return app;
}
