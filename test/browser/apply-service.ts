import type { Application, Instrument, Patient } from '../../shared/client/contract/index.ts';
import { ANA, BRUNO, PHQ9, PROFESSIONAL } from './panel-data.ts';
import type { AnyRoute } from './panel-service.ts';

export const GAD7 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02';
export const WHO5 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f03';

const DEPRESSION = { id: 1, name: 'Depression' };
const ANXIETY = { id: 2, name: 'Anxiety' };
const WELL_BEING = { id: 6, name: 'Well-being' };

export const LIBRARY: readonly Instrument[] = [
  { id: PHQ9, title: 'Patient Health Questionnaire-9', shortTitle: 'PHQ-9', tags: [DEPRESSION] },
  { id: GAD7, title: 'Generalized Anxiety Disorder, 7 items', shortTitle: 'GAD-7', tags: [ANXIETY] },
  { id: WHO5, title: 'Well-Being Index', shortTitle: 'WHO-5', tags: [WELL_BEING, DEPRESSION] },
];

/** How the next write ends: as it should, refused, or with its answer lost before or after it was taken. */
export type Ending =
  | 'works'
  | 'lost-after'
  | 'lost-before'
  | { readonly status: number; readonly code: string };

const BASE = '/third-party/api/v1';

/** A request that waits for its answer, in a browser or without one. */
export interface AppliedRoute extends AnyRoute {
  request(): {
    url(): string;
    method(): string;
    postDataJSON(): ReturnType<typeof JSON.parse>;
  };
  abort(code?: string): Promise<void>;
}

/** A service that holds patients, a library and applications, and answers as it is told. */
export class ApplyService<R extends AppliedRoute> {
  patients: Patient[] = [
    { serviceId: ANA, name: 'Ana', surname: 'Lima', birthday: '1990-03-04T00:00:00Z' },
    { serviceId: BRUNO, name: 'Bruno', surname: 'Reis', birthday: '1984-11-30T00:00:00Z' },
  ];
  library: readonly unknown[] = LIBRARY;
  readonly applications: Application[] = [];
  /** How each write ends; the last one goes on. */
  endings: Ending[] = ['works'];
  /** Asked before each read is answered: true where it answered itself. */
  reads: (what: string, route: R) => Promise<boolean> = async () => false;
  /** Asked before each write. */
  writes: () => Promise<void> = async () => {};
  /** Bodies of the writes that arrived. */
  readonly sent: { readonly formId: string; readonly patientId: string; readonly startedAt?: string }[] = [];

  /** An application that the service has. */
  hold(formId: string, more: Partial<Application> = {}): Application {
    const id = 100 + this.applications.length;
    const made: Application = {
      id,
      patientId: ANA,
      authorId: PROFESSIONAL,
      formTemplateId: formId,
      recurrenceCycle: 'WEEKLY',
      status: 'IN_PROGRESS',
      startedAt: '2026-03-03T11:00:00Z',
      nextAnswerAt: '2026-11-24T11:00:00Z',
      urlToAnswer: `https://answer.example/answer/token-${id}`,
      createdAt: '2026-03-03T11:00:00Z',
      ...more,
    };
    this.applications.push(made);
    return made;
  }

  /** Answers one request of the interface. */
  async answer(route: R): Promise<void> {
    const request = route.request();
    const { pathname, searchParams } = new URL(request.url());
    const path = pathname.slice(BASE.length);
    if (request.method() === 'POST') return this.#write(route, path);
    const [, patientId = ''] = /\/patients\/([^/]+)/.exec(path) ?? [];
    const [, formId = ''] = /\/forms\/([^/]+)\/applications$/.exec(path) ?? [];
    const what = path.endsWith('/applications')
      ? 'applications'
      : path === '/forms/library'
        ? 'library'
        : 'patient';
    if (await this.reads(what, route)) return;
    const patient = this.patients.find(({ serviceId }) => serviceId === patientId);
    if (what === 'library') return route.fulfill({ json: this.library });
    if (!patient)
      return route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'No such patient.' } });
    if (what === 'patient') return route.fulfill({ json: patient });
    const offset = Number(searchParams.get('offset') ?? 0);
    const rows = this.applications
      .filter((one) => one.patientId === patientId && (!formId || one.formTemplateId === formId))
      .toReversed();
    return route.fulfill({ json: rows.slice(offset, offset + Number(searchParams.get('limit') ?? 1_000)) });
  }

  async #write(route: R, path: string): Promise<void> {
    const [, formId = ''] = /\/forms\/([^/]+)\/applications$/.exec(path) ?? [];
    const body = route.request().postDataJSON();
    this.sent.push({ ...body, formId });
    const ending = (this.endings.length > 1 ? this.endings.shift() : this.endings[0]) ?? 'works';
    await this.writes();
    if (ending === 'lost-before') return route.abort('connectionreset');
    if (typeof ending === 'object') {
      return route.fulfill({
        status: ending.status,
        json: { code: ending.code, message: 'Told by the service.' },
      });
    }
    const { recurrenceCycle, startedAt, patientId } = body;
    const made = this.hold(formId, { patientId, recurrenceCycle, startedAt, nextAnswerAt: startedAt });
    if (ending === 'lost-after') return route.abort('connectionreset');
    return route.fulfill({ status: 201, json: made });
  }
}
