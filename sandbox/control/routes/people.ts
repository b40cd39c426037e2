import { type Context, Hono } from 'hono';
import { urlToAnswer } from '../../service/records/application.ts';
import { webhooks } from '../../service/webhooks/registration.ts';
import { formOf, frameOf, type Ground, show } from '../ground.ts';
import { PAGES, sentence } from '../html/layout.ts';
import { patientPage } from '../pages/patient.ts';
import { peoplePage } from '../pages/people.ts';
import { applicationsOf, findPatient, patients, professionals } from '../people/people.ts';

/** States whose link still takes an answer: what idleness closed is reopened by one. */
const ANSWERABLE: ReadonlySet<string> = new Set(['CREATED', 'IN_PROGRESS', 'CANCELED_IDLE']);

/** `/sandbox/pages/people` and `/sandbox/pages/patients/{patientId}`. */
export function peoplePages(ground: Ground): Hono {
  const { service } = ground;
  const { store } = service;
  const app = new Hono({ strict: false });

  const answer = (c: Context, query: string, professionalId: string | null) => {
    const frame = frameOf(c, ground, `${PAGES}/people`);
    const everybody = professionals(store);
    const professional = everybody.shown.find(({ serviceId }) => serviceId === professionalId) ?? null;
    const state = {
      webhooks: webhooks(store),
      professionals: everybody,
      patients: patients(store, query, professional?.serviceId ?? null),
      query,
      professional,
    };
    return show(c, frame, frame.words.people.title, peoplePage(frame, state));
  };

  app.get('/people', (c) => answer(c, '', c.req.query('professional')?.toLowerCase() ?? null));
  // A search changes nothing; it is a POST so that no name stands in an address.
  app.post('/people/find', async (c) => answer(c, (await formOf(c))('query'), null));
  app.get('/people/find', (c) => c.redirect(`${PAGES}/people`, 303));

  app.get('/patients/:patientId', (c) => {
    const frame = frameOf(c, ground, c.req.path);
    const patient = findPatient(store, c.req.param('patientId').toLowerCase());
    const { title, unknown } = frame.words.patient;
    if (!patient) return show(c, frame, title, sentence(unknown), 404);
    const state = {
      patient,
      applications: applicationsOf(store, patient.serviceId),
      linkOf: ({ status, answerToken }: { readonly status: string; readonly answerToken: string }) =>
        ANSWERABLE.has(status) ? urlToAnswer(service, answerToken) : null,
    };
    return show(c, frame, title, patientPage(frame, state));
  });

  return app;
}
