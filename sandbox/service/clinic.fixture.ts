import { expect } from 'vitest';
import type * as z from 'zod/mini';
import {
  type Application,
  BASE_PATH,
  createRouter,
  ENDPOINTS,
  ErrorResponse,
  type Instrument,
  type Patient,
  type Professional,
  type ScoreGraph,
  type Submission,
} from '../../shared/client/contract/index.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../index.ts';
import { LIBRARY } from '../library/index.ts';

export const ORIGIN = 'http://sandbox.test';
export const DEMO = { 'X-Api-Key': 'demo-key', 'X-Api-Secret': 'demo-secret' };
export const OTHER = { 'X-Api-Key': 'other-key', 'X-Api-Secret': 'other-secret' };

const route = createRouter(ENDPOINTS);

/** A reply, checked against the contract: the endpoint's schema, or ErrorResponse. */
export interface ClinicReply<Body = never> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** The UUID of a library instrument. */
export function formId(shortTitle: string): string {
  const found = LIBRARY.find((instrument) => instrument.shortTitle === shortTitle);
  if (!found) throw new Error(`${shortTitle} is not in the library.`);
  return found.id;
}

/** A sandbox whose clock stands still, and the calls of a partner. */
export class Clinic {
  readonly sandbox: Sandbox;
  headers: Record<string, string> = DEMO;

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  /** Calls the service; every reply must be what the contract declares. */
  async call<Body>(method: string, path: string, body?: unknown): Promise<ClinicReply<Body>> {
    const headers = {
      ...this.headers,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await this.sandbox.fetch(new Request(`${ORIGIN}${BASE_PATH}${path}`, init));
    const json: unknown = await response.json();
    const match = route(method, path.split('?')[0] ?? '');
    const declared: z.ZodMiniType | null = match.kind === 'endpoint' ? match.endpoint.response : null;
    const schema = response.ok && declared ? declared : ErrorResponse;
    const parsed = schema.safeParse(json);
    expect(parsed.success ? [] : parsed.error.issues, `${method} ${path} ${response.status}`).toEqual([]);
    if (response.ok && match.kind === 'endpoint') expect(match.endpoint.success).toContain(response.status);
    return { status: response.status, body: json as Body, headers: response.headers };
  }

  /** The same, for a reply that must be a success. */
  async ok<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const reply = await this.call<Body>(method, path, body);
    expect(reply.status, JSON.stringify(reply.body).slice(0, 300)).toBeLessThan(300);
    return reply.body;
  }

  /** The same, for a refusal: `"404 NOT_FOUND"` and its message. */
  async refused(method: string, path: string, body?: unknown): Promise<{ code: string; message: string }> {
    const reply = await this.call<{ code: string; message: string }>(method, path, body);
    return { code: `${reply.status} ${reply.body.code}`, message: reply.body.message };
  }

  /** Registers a professional; returns the path `P` of docs/service.md#formats. */
  async professional(name = 'Ana'): Promise<string> {
    const body = { email: `${name.toLowerCase()}@clinic.example`, externalId: name, name, surname: 'Lima' };
    const { serviceId } = await this.ok<Professional>('POST', '/professionals', body);
    return `/professionals/${serviceId}`;
  }

  async patient(P: string, name = 'Bia'): Promise<string> {
    const { serviceId } = await this.ok<Patient>('POST', `${P}/patients`, { name, surname: 'Reis' });
    return serviceId;
  }

  /** Applies an instrument, PHQ-9 if nothing else is said. */
  apply(P: string, patientId: string, recurrenceCycle: string, more: object = {}): Promise<Application> {
    const { form = formId('PHQ-9'), ...body } = more as { form?: string };
    const all = { patientId, recurrenceCycle, ...body };
    return this.ok<Application>('POST', `${P}/forms/${form}/applications`, all);
  }

  application(P: string, id: number): Promise<Application> {
    return this.ok<Application>('GET', `${P}/forms/applications/${id}`);
  }

  submission(P: string, id: number): Promise<Submission> {
    return this.ok<Submission>('GET', `${P}/forms/submissions/${id}`);
  }

  graph(P: string, patientId: string, form = formId('PHQ-9'), query = ''): Promise<ScoreGraph> {
    return this.ok<ScoreGraph>('GET', `${P}/patients/${patientId}/forms/${form}/score-graph${query}`);
  }

  /** Answers as the patient: option number `choices[i]` of each question, or the same one for all. */
  async answer(application: Application, choices: number | readonly number[]): Promise<number> {
    const path = `/forms/${application.formTemplateId}`;
    const { questions } = await this.ok<Instrument>('GET', path);
    const answers = (questions ?? []).map((question, index) => {
      const choice = typeof choices === 'number' ? choices : (choices[index] ?? 0);
      return { questionId: question.id, value: question.questionOptions?.[choice]?.value };
    });
    return (await this.answerWith(application, { answers })).status;
  }

  answerWith(application: Application, body: unknown): Promise<Response> {
    return this.sandbox.fetch(
      new Request(application.urlToAnswer ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  }

  /** Moves the clock through the public surface. */
  async moveClock(body: { now: string } | { advance: string }): Promise<Response> {
    return this.sandbox.fetch(
      new Request(`${ORIGIN}/sandbox/clock`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  }
}

/** Opens an empty clinic at a fixed instant, with the clock held. */
export async function openClinic(options: SandboxOptions = {}): Promise<Clinic> {
  const { now = '2026-03-01T09:00:00Z', ...more } = options;
  const sandbox = await createSandbox({ now, publicUrl: ORIGIN, ...more });
  sandbox.clock.hold();
  sandbox.clock.set(now);
  return new Clinic(sandbox);
}
