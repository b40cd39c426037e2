/**
 * The endpoints of docs/service.md#endpoints, in its order, by method and path alone.
 *
 * @module
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** A body that is in order, for those that take one. */
  readonly body?: Readonly<Record<string, unknown>>;
}

const P = '/professionals/{professionalId}';
const names = { name: 'Ana', surname: 'Reis' };
const course = { recurrenceCycle: 'ONCE', startedAt: '2026-03-02T09:00:00Z' };

const of =
  (method: Endpoint['method']) =>
  (path: string, body?: Endpoint['body']): Endpoint => ({ method, path, ...(body ? { body } : {}) });
const get = of('GET');
const post = of('POST');

export const ENDPOINTS: readonly Endpoint[] = [
  post('/professionals', { email: 'form@conformance.example', externalId: 'x-1', ...names }),
  get('/professionals/check'),
  post('/connect', { email: 'form@conformance.example', external_id: 'x-1' }),
  post('/disconnect/{professionalId}'),
  get(P),
  post(`${P}/patients`, { ...names, email: 'ana@conformance.example', cellphone: '+5511900000000' }),
  get(`${P}/patients`),
  get(`${P}/patients/{patientId}`),
  of('PUT')(`${P}/patients/{patientId}`, { ...names, cellphone: '+5511900000000' }),
  post(`${P}/patients/{patientId}/inactivate`),
  post(`${P}/patients/{patientId}/reactivate`),
  post(`${P}/forms/{formId}/applications`, { patientId: '{patientId}', ...course }),
  get(`${P}/forms/applications/{applicationId}`),
  post(`${P}/forms/applications/{applicationId}/update-recurrence`, course),
  get(`${P}/patients/{patientId}/forms/{formId}/applications`),
  post(`${P}/patients/{patientId}/forms/{formId}/applications/cancel`),
  get(`${P}/forms/applications`),
  get(`${P}/patients/{patientId}/forms/applications`),
  post(`${P}/forms/applications/{applicationId}/finish`),
  get(`${P}/patients/{patientId}/forms/submissions`),
  post(`${P}/forms/submissions/{submissionId}/cancel`),
  get(`${P}/forms/submissions/{submissionId}`),
  of('DELETE')(`${P}/forms/submissions/{submissionId}`),
  get(`${P}/forms/submissions`),
  get('/forms/{formId}'),
  get('/forms/library'),
  get('/forms/tags'),
  get(`${P}/patients/{patientId}/forms/{formId}/score-graph`),
  get(`${P}/patients/{patientId}/forms/{formId}/longitudinal-analysis/status`),
  get(`${P}/forms/{formId}/patients/{patientId}/notifications`),
  post(`${P}/forms/recommend`, { case_text: 'Low mood and loss of interest.' }),
  get(`${P}/forms/recommend/history`),
];

/** What is under a professional, and so needs an active link. */
export const UNDER_A_PROFESSIONAL = ENDPOINTS.filter(({ path }) => path.startsWith(P));

/** The path with each `{name}` replaced; throws for a name without a value. */
export function fill(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for {${name}}.`);
    return String(value);
  });
}
