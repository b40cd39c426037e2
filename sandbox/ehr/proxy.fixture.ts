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
export const SIGN_IN = { name: 'Dr. Souza', email: 'souza@clinic.example', password: 'correct horse' };
/** At a low cost: hashing is slow by design. */
const passwordHash = hashPassword(SIGN_IN.password, 4);

/** A proxy that answers as told: what the EHR does with failures and strange answers. */
export interface StubProxy {
  readonly ehr: Ehr;
  /** Patients that the service holds. */
  patients: readonly Patient[];
  /** True takes the whole proxy away. */
  isDown: boolean;
  /** `Cookie` and `Origin` of the requests to /session. */
  readonly sessions: { cookie: string | undefined; origin: string | undefined }[];
  close(): Promise<void>;
}

export async function startStubProxy(
  more: Partial<
    Pick<
      EhrOptions,
      'frontEnds' | 'tour' | 'firstPage' | 'resets' | 'hasElements' | 'widgetFile' | 'sessionEnded'
    >
  > = {},
): Promise<StubProxy> {
  const app = new Hono();
  const base = `/third-party/api/v1/professionals/${PROFESSIONAL}`;

  app.use(async (c, next) =>
    stub.isDown ? c.json({ code: 'UPSTREAM_UNREACHABLE', message: '' }, 502) : next(),
  );
  app.post('/session', (c) => {
    stub.sessions.push({ cookie: c.req.header('cookie'), origin: c.req.header('origin') });
    return c.json({ token: 'a.b.c', expiresIn: 600 });
  });
  app.get(`${base}/patients`, (c) => c.json(stub.patients));
  app.get(`${base}/patients/:id`, (c) => {
    const found = stub.patients.find(({ serviceId }) => serviceId === c.req.param('id'));
    return found ? c.json(found) : c.json({ code: 'NOT_FOUND', message: 'none' }, 404);
  });
  app.get(`${base}/forms/applications`, (c) => c.json([]));
  app.get(`${base}/patients/:id/forms/applications`, (c) => c.json([]));

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
    widgetFile: import.meta.filename,
    ...more,
    now: () => Date.parse('2026-03-01T12:00:00Z'),
    log: () => {},
  });
  const stub: StubProxy = {
    ehr,
    patients: [ANA],
    isDown: false,
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
    get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),
    post: (path: string, form: Record<string, string>, headers: Record<string, string> = { origin }) =>
      send(path, { method: 'POST', body: new URLSearchParams(form), headers }),
    signIn: () => visitor.post('/sign-in', { email: SIGN_IN.email, password: SIGN_IN.password }),
    cookie: () => cookie,
  };
  return visitor;
}
