import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Application,
  ENDPOINTS,
  type Patient,
  PENDING_SUBMISSION_STATUSES,
  RECURRENCE_CYCLES,
  type Submission,
} from '../../shared/client/contract/index.ts';
import { type Clinic, formId, openClinic } from './clinic.fixture.ts';
import { applicationMachine, type Machine, submissionMachine } from './states/machines.ts';

const FORM = formId('PHQ-2');
const CLOSED = ['FINISHED', 'CANCELED_IDLE', 'CANCELED_WHATSAPP_LIMIT', 'CANCELED_STALE'];

/** True where the state table leads from one state to another in any number of steps. */
function reaches<S extends string>(machine: Pick<Machine<S, string>, 'table'>, from: S, to: S): boolean {
  const seen = new Set<S>([from]);
  for (const state of seen) {
    for (const [from, , to] of machine.table) if (from.includes(state)) seen.add(to);
  }
  return seen.has(to);
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('apply'),
      cycle: fc.constantFrom(...RECURRENCE_CYCLES),
      days: fc.integer({ min: -40, max: 20 }),
      open: fc.boolean(),
      whatsApp: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer'),
      at: fc.nat(9),
      options: fc.tuple(fc.nat(3), fc.nat(3)),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('advance'), hours: fc.integer({ min: 1, max: 24 * 45 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('open', 'finish', 'cancel-all', 'inactivate', 'reactivate'),
      at: fc.nat(9),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cancel', 'delete'), at: fc.nat(30) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('update'),
      at: fc.nat(9),
      cycle: fc.constantFrom(...RECURRENCE_CYCLES),
      days: fc.integer({ min: -40, max: 20 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** One clinic under random use, and what the calls acknowledged. */
class Run {
  readonly clinic: Clinic;
  readonly P: string;
  readonly patientId: string;
  readonly applications: Application[] = [];
  /** Scores by submission, of the answers that were accepted and not deleted. */
  readonly answered = new Map<number, number>();
  readonly submissions = new Map<number, Submission['status']>();
  readonly states = new Map<number, Application['status']>();

  constructor(clinic: Clinic, P: string, patientId: string) {
    this.clinic = clinic;
    this.P = P;
    this.patientId = patientId;
  }

  date = (days: number) =>
    new Date(Date.parse(this.clinic.sandbox.clock.now()) + days * 86_400_000).toISOString();

  async do(one: Step): Promise<void> {
    const { clinic, P, patientId, applications } = this;
    const post = (path: string, body?: unknown) => clinic.call<Application>('POST', `${P}${path}`, body);
    if (one.do === 'advance' && 'hours' in one) {
      clinic.sandbox.clock.set(this.date(one.hours / 24));
    } else if (one.do === 'apply' && 'open' in one) {
      const body = {
        patientId,
        recurrenceCycle: one.cycle,
        startedAt: this.date(one.days),
        openToAnswer: one.open,
        notifyWhatsApp: one.whatsApp,
      };
      const reply = await post(`/forms/${FORM}/applications`, body);
      expect([201, 422]).toContain(reply.status);
      if (reply.status === 201) applications.push(reply.body);
    } else if (one.do === 'inactivate' || one.do === 'reactivate') {
      await post(`/patients/${patientId}/${one.do}`);
    } else if (one.do === 'cancel-all') {
      await post(`/patients/${patientId}/forms/${FORM}/applications/cancel`);
    } else if ('at' in one && (one.do === 'cancel' || one.do === 'delete')) {
      const id = [...this.submissions.keys()][one.at] ?? 0;
      if (one.do === 'cancel') await post(`/forms/submissions/${id}/cancel`);
      else {
        await clinic.call('DELETE', `${P}/forms/submissions/${id}`);
        this.answered.delete(id);
        this.submissions.delete(id);
      }
    } else if ('at' in one) {
      const application = applications[one.at % Math.max(1, applications.length)];
      if (!application) return;
      if (one.do === 'answer' && 'options' in one) await this.answer(application, one.options);
      if (one.do === 'open') await clinic.sandbox.fetch(new Request(application.urlToAnswer ?? ''));
      if (one.do === 'finish') await post(`/forms/applications/${application.id}/finish`);
      if (one.do === 'update' && 'cycle' in one) {
        const body = { recurrenceCycle: one.cycle, startedAt: this.date(one.days) };
        const reply = await post(`/forms/applications/${application.id}/update-recurrence`, body);
        expect(reply.status).toBe(200);
      }
    }
  }

  async answer(application: Application, options: readonly number[]): Promise<void> {
    const words = ['Not at all', 'Several days', 'More than half the days', 'Nearly every day'];
    const answers = options.map((option, index) => ({ questionId: 201 + index, value: words[option] }));
    const reply = await this.clinic.answerWith(application, { answers });
    const body = (await reply.json()) as { submissionId: number };
    expect([200, 409, 422], JSON.stringify(body)).toContain(reply.status);
    // Weights of PHQ-2 are 0 to 3 in the order of the options (Kroenke, Spitzer, Williams 2003).
    if (reply.status === 200) this.answered.set(body.submissionId, (options[0] ?? 0) + (options[1] ?? 0));
  }

  /** What must hold after every step. */
  async check(): Promise<void> {
    const { clinic, P, patientId } = this;
    const submissions = await clinic.ok<Submission[]>('GET', `${P}/forms/submissions`);
    for (const { id, status } of submissions) {
      const before = this.submissions.get(id) ?? 'CREATED';
      expect(reaches(submissionMachine, before, status ?? ''), `submission ${before} to ${status}`).toBe(
        true,
      );
      this.submissions.set(id, status ?? '');
    }
    const applications = await clinic.ok<Application[]>('GET', `${P}/forms/applications`);
    for (const { id, status, nextAnswerAt } of applications) {
      const before = this.states.get(id) ?? 'CREATED';
      expect(reaches(applicationMachine, before, status ?? ''), `application ${before} to ${status}`).toBe(
        true,
      );
      this.states.set(id, status ?? '');
      const pending = submissions.filter(
        (one) =>
          one.formApplicationId === id &&
          (PENDING_SUBMISSION_STATUSES as readonly string[]).includes(one.status ?? ''),
      );
      expect(pending.length, `pending of an application that is ${status}`).toBeLessThanOrEqual(
        CLOSED.includes(status ?? '') ? 0 : 1,
      );
      if (CLOSED.includes(status ?? '')) expect(nextAnswerAt).toBeNull();
    }
    const answered = submissions.filter(({ status }) => status === 'ANSWERED');
    expect(new Map(answered.map(({ id, score }) => [id, score]))).toEqual(this.answered);
    await this.checkGraph(patientId, answered);
  }

  async checkGraph(patientId: string, answered: readonly Submission[]): Promise<void> {
    const graph = await this.clinic.graph(this.P, patientId, FORM);
    const points = graph.series[0]?.points ?? [];
    const expected = answered.toSorted(
      (a, b) => (a.completedFillAt ?? '').localeCompare(b.completedFillAt ?? '') || a.id - b.id,
    );
    expect(points.map(({ submissionId, score }) => [submissionId, score])).toEqual(
      expected.map(({ id, score }) => [id, score]),
    );
    const scores = points.map(({ score }) => score);
    for (const [index, { score, indicators }] of points.entries()) {
      expect(indicators?.deltaFromBaseline).toBe(score - (scores[0] ?? 0));
      expect(indicators?.deltaFromPrevious).toBe(index === 0 ? null : score - (scores[index - 1] ?? 0));
      expect(indicators?.isBestScore).toBe(scores.every((other) => other >= score));
      expect(indicators?.isWorstScore).toBe(scores.every((other) => other <= score));
    }
    expect(graph.summary?.totalAnsweredSubmissions).toBe(points.length);
  }
}

it('any sequence of calls, answers and clock moves keeps to the tables, and loses no answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const clinic = await openClinic();
      try {
        const P = await clinic.professional();
        const record = { name: 'Bia', surname: 'Reis', cellphone: '+5511900000001' };
        const patient = await clinic.ok<Patient>('POST', `${P}/patients`, record);
        const run = new Run(clinic, P, patient.serviceId);
        for (const one of steps) {
          await run.do(one);
          await run.check();
        }
      } finally {
        await clinic.sandbox.close();
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

it('nothing that is sent is answered with 500', async () => {
  const failures: string[] = [];
  const clinic = await openClinic({ log: (line) => failures.push(line) });
  const P = await clinic.professional();
  const ids: Record<string, string> = { patientId: await clinic.patient(P), formId: FORM };
  const application = await clinic.apply(P, ids.patientId ?? '', 'WEEKLY', { form: FORM });
  ids.applicationId = String(application.id);
  ids.submissionId = String(application.submissions?.[0]?.id);
  const dates = [
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-02-29T00:00:00Z',
    '1969-12-31T23:59:59.999+23:59',
  ];
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      ...dates,
      ids.patientId,
      'NOW',
      'MONTHLY',
      'DAILY',
      '\u0000',
      '\ud800',
      -0,
      Number.MAX_VALUE,
    ),
  );
  const names =
    'name surname email cellphone externalId external_id patientId recurrenceCycle startedAt birthday case_text __proto__';
  const body = fc.oneof(value, fc.dictionary(fc.constantFrom(...names.split(' ')), value));
  const query = fc.dictionary(
    fc.constantFrom(
      ...'limit offset status orderBy startDate endDate tags email page page_size search format x'.split(' '),
    ),
    fc.oneof(fc.string(), fc.constantFrom(...dates, '0', '99999999999999999999', 'ANSWERED', '1,2')),
  );
  const part = fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.webSegment() },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ENDPOINTS), part, query, body, async (endpoint, odd, asked, sent) => {
      // Disconnecting ends the link, and then nothing else could be tried.
      fc.pre(endpoint.id !== 'disconnectProfessional');
      const path = endpoint.path
        .replace('/professionals/{professionalId}', P)
        .replace(/\{(\w+)\}/g, (_, name: string) => (odd ?? ids[name] ?? '') || '-');
      const text = endpoint.method === 'GET' ? undefined : sent;
      const reply = await clinic.call(endpoint.method, `${path}?${new URLSearchParams(asked)}`, text);
      expect(reply.status).not.toBe(500);
    }),
    { numRuns: 400 },
  );
  expect(failures).toEqual([]);
  await clinic.sandbox.close();
}, 60_000);
