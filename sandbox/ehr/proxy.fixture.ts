import { Hono } from 'hono';
import type { Patient } from '../../shared/client/contract/index.ts';
import { listen } from '../service/listen.ts';
import { createEhr, type Ehr, type EhrOptions, hashPassword } from './index.ts';

export const PROFESSIONAL = '0b6f1c1e-9d5c-4f0e-8a55-3f1f0f6d2a01';
export const ANA: Patient = {
  serviceId: '5a1f6a0e-2c55-4f8e-9a0a-7c9f6c1d1111',
  name: '<b>Ana</b>',
  surname: '& "Lima"',
  birthday: '1990-02-28T00:00:00Z',
};
export const INSTRUMENT = {
  id: '7d4f2b9c-1111-4a4a-8b8b-0c0c0c0c0c0c',
  title: 'Questionnaire',
  shortTitle: 'Q-1',
};
export const SIGN_IN = { name: 'Dr. Souza', email: 'souza@clinic.example', password: 'correct horse' };
/** Made once: hashing is slow by design. */
const passwordHash = hashPassword(SIGN_IN.password);

/** A proxy that answers as told: what the EHR does with lost, refused and strange answers. */
export interface StubProxy {
  readonly ehr: Ehr;
  /** Applications that the service holds. */
  readonly applications: Record<string, unknown>[];
  /** How the next POST of an application ends: `lost` stores it and breaks the connection's answer. */
  applying: 'works' | 'lost' | 'lost-and-not-stored' | 'refused';
  /** True takes the whole proxy away. */
  isDown: boolean;
  /** Writes that arrived. */
  writes: number;
  /** `Cookie` and `Origin` of the requests to /session. */
  readonly sessions: { cookie: string | undefined; origin: string | undefined }[];
  close(): Promise<void>;
}

const application = (id: number, cycle: string) => ({
  id,
  patientId: ANA.serviceId,
  authorId: PROFESSIONAL,
  formTemplateId: INSTRUMENT.id,
  formTemplate: { templateId: INSTRUMENT.id, title: INSTRUMENT.title, shortTitle: INSTRUMENT.shortTitle },
  recurrenceCycle: cycle,
  status: 'IN_PROGRESS',
  startedAt: '2026-03-01T12:00:00Z',
  urlToAnswer: 'https://answer.example/a/token-of-the-patient',
});

export async function startStubProxy(
  more: Pick<EhrOptions, 'frontEnds' | 'tour' | 'firstPage'> = {},
): Promise<StubProxy> {
  const app = new Hono();
  const base = `/third-party/api/v1/professionals/${PROFESSIONAL}`;
  const page = (rows: readonly unknown[], offset: string | undefined) => rows.slice(Number(offset ?? 0));

  app.use(async (c, next) =>
    stub.isDown ? c.json({ code: 'UPSTREAM_UNREACHABLE', message: '' }, 502) : next(),
  );
  app.post('/session', (c) => {
    stub.sessions.push({ cookie: c.req.header('cookie'), origin: c.req.header('origin') });
    return c.json({ token: 'a.b.c', expiresIn: 600 });
  });
  app.get('/third-party/api/v1/forms/library', (c) => c.json([INSTRUMENT]));
  app.get(`${base}/patients`, (c) => c.json([ANA]));
  app.get(`${base}/patients/:id`, (c) =>
    c.req.param('id') === ANA.serviceId ? c.json(ANA) : c.json({ code: 'NOT_FOUND', message: 'none' }, 404),
  );
  app.get(`${base}/forms/applications`, (c) => c.json(page(stub.applications, c.req.query('offset'))));
  app.get(`${base}/patients/:id/forms/applications`, (c) =>
    c.json(page(stub.applications, c.req.query('offset'))),
  );
  app.get(`${base}/patients/:id/forms/:form/applications`, (c) =>
    c.json(page(stub.applications, c.req.query('offset'))),
  );
  app.get(`${base}/forms/applications/:id`, (c) => {
    const found = stub.applications.find(({ id }) => String(id) === c.req.param('id'));
    return found ? c.json(found) : c.json({ code: 'NOT_FOUND', message: 'none' }, 404);
  });
  app.post(`${base}/forms/:form/applications`, async (c) => {
    stub.writes++;
    if (stub.applying === 'refused') return c.json({ code: 'INVALID_STATE', message: 'Not now.' }, 422);
    const { recurrenceCycle } = (await c.req.json()) as { recurrenceCycle: string };
    const made = application(100 + stub.applications.length, recurrenceCycle);
    if (stub.applying !== 'lost-and-not-stored') stub.applications.push(made);
    return stub.applying === 'works' ? c.json(made, 201) : c.json({ code: 'GONE', message: '' }, 504);
  });

  const server = await listen(async (request) => app.fetch(request), 0, '127.0.0.1');
  const ehr = createEhr({
    proxyUrl: server.url,
    staff: [
      {
        id: 'staff-1',
        email: SIGN_IN.email,
        name: SIGN_IN.name,
        passwordHash: await passwordHash,
        professionalId: PROFESSIONAL,
      },
    ],
    demoSignIns: [SIGN_IN],
    ...more,
    widgetFile: import.meta.filename,
    now: () => Date.parse('2026-03-01T12:00:00Z'),
    log: () => {},
  });
  const stub: StubProxy = {
    ehr,
    applications: [],
    applying: 'works',
    isDown: false,
    writes: 0,
    sessions: [],
    async close() {
      ehr.close();
      await server.close();
    },
  };
  return stub;
}

/** A browser's part: keeps the cookie, sends forms from the EHR's own origin, follows nothing. */
export function createVisitor(ehr: Ehr, origin = 'http://localhost:4300') {
  let cookie = '';
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) };
    const response = await ehr.fetch(new Request(`${origin}${path}`, { ...init, headers }));
    const set = response.headers.get('set-cookie');
    if (set) cookie = set.split(';')[0] ?? '';
    return response;
  };
  const visitor = {
    get: (path: string) => send(path, {}),
    post: (path: string, form: Record<string, string>, headers: Record<string, string> = { origin }) =>
      send(path, { method: 'POST', body: new URLSearchParams(form), headers }),
    signIn: () => visitor.post('/sign-in', { email: SIGN_IN.email, password: SIGN_IN.password }),
    cookie: () => cookie,
  };
  return visitor;
}
