/**
 * Adds examples to the OpenAPI document. Each operation is called once in a sandbox, in the order below: what is sent and
 * answered is the example of the operation, and its values those of parameters and fields.
 *
 * @module
 */
import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts';
import { DEMO_CREDENTIALS } from '../sandbox/seed/clinic.ts';
import { repeatableIdentifiers } from '../sandbox/service/identifiers.ts';
import { BASE_PATH } from '../shared/client/contract/endpoint.ts';
import { describedOpenApiDocument } from './contract-docs.ts';

type Json = Record<string, unknown>;
type Ids = Record<string, string | number>;

/** As much of an answer as later calls need: of a list, its items. */
interface Answer extends ReadonlyArray<Answer> {
  readonly id: number;
  readonly email: string;
  readonly formApplicationId: number;
  readonly submissions: readonly Answer[];
}

/** A call: its body and query, and the ids that later calls take from its answer. */
interface Step {
  readonly body?: (ids: Ids) => Json;
  readonly query?: (ids: Ids) => Ids;
  readonly keep?: (answer: Answer) => Ids;
}

const NOW = '2026-03-01T09:00:00Z';
const PATIENT = 'Lucas Martins';
const INSTRUMENT = 'PHQ-9';
/** A patient's link is a secret that a sandbox draws anew each time, so examples have this in its place. */
const ANSWER_TOKEN = 'example-of-32-characters-as-text';

const firstId = ([first]: readonly Answer[]): number => first?.id ?? 0;

/** By operation, in the order of the calls: what one makes or ends decides what the next ones read. */
const STEPS: Readonly<Record<string, Step>> = {
  listTags: { keep: (tags) => ({ tag: firstId(tags) }) },
  listLibrary: { query: ({ tag = 0 }) => ({ tags: tag }) },
  getInstrument: { query: () => ({ format: 'json' }) },
  getProfessional: { keep: ({ email }) => ({ email }) },
  checkProfessional: { query: ({ email = '' }) => ({ email }) },
  listPatients: {},
  getPatient: {},
  listPatientSubmissions: {
    query: () => ({ limit: 20, offset: 0 }),
    keep: (list) => ({ submissionId: firstId(list), formApplicationId: list[0]?.formApplicationId ?? 0 }),
  },
  listSubmissions: {
    query: ({ formId = '', formApplicationId = 0 }) => ({
      formApplicationId,
      status: 'ANSWERED',
      formTemplateId: formId,
      startDate: '2025-03-01T00:00:00Z',
      endDate: '2026-04-01T00:00:00Z',
      limit: 20,
      offset: 0,
    }),
  },
  getSubmission: {},
  getScoreGraph: { query: () => ({ startDate: '2025-03-01T00:00:00Z', endDate: '2026-04-01T00:00:00Z' }) },
  getLongitudinalAnalysisStatus: {},
  listNotifications: { query: () => ({ startDate: '2026-01-01', endDate: '2026-04-01' }) },
  recommendInstruments: {
    body: () => ({
      case_text: 'Adult with symptoms of depression and anxiety for two weeks; how severe are they?',
    }),
  },
  listRecommendations: { query: () => ({ page: 1, page_size: 10, search: 'depression' }) },
  createProfessional: {
    body: () => ({ email: 'rosa.lima@clinic.example', externalId: 'dr-77', name: 'Rosa', surname: 'Lima' }),
  },
  connectProfessional: { body: ({ email }) => ({ email, external_id: 'dr-12' }) },
  createPatient: {
    body: () => ({
      name: 'Bruno',
      surname: 'Alves',
      email: 'bruno.alves@mail.example',
      cellphone: '+5511955550123',
    }),
  },
  updatePatient: {
    body: () => ({
      name: 'Lucas',
      surname: 'Martins',
      cellphone: '+5511955550188',
      email: 'lucas.martins@mail.example',
      birthday: '1990-05-17T12:00:00Z',
      gender: 'MALE',
      education: 'HIGHER',
    }),
  },
  cancelInstrumentApplications: {},
  createApplication: {
    body: ({ patientId }) => ({
      patientId,
      recurrenceCycle: 'WEEKLY',
      startedAt: NOW,
      notifyEmail: true,
      notifyWhatsApp: false,
      openToAnswer: true,
      allowPatientAnnotation: true,
      hideFormTemplateTitle: false,
      showFormGraphToPatient: false,
    }),
    keep: ({ id }) => ({ applicationId: id }),
  },
  updateRecurrence: { body: () => ({ recurrenceCycle: 'MONTHLY', startedAt: NOW }) },
  getApplication: { keep: ({ submissions }) => ({ submissionId: firstId(submissions) }) },
  listApplications: {
    query: () => ({ orderBy: 'created_at', orderDirection: 'DESC', limit: 20, offset: 0 }),
  },
  listPatientApplications: {
    query: () => ({ orderBy: 'created_at', orderDirection: 'DESC', limit: 20, offset: 0 }),
  },
  listInstrumentApplications: {
    query: () => ({
      status: 'IN_PROGRESS,CREATED',
      recurrenceCycle: 'WEEKLY,MONTHLY',
      startDate: '2026-01-01T00:00:00Z',
      endDate: '2026-04-01T00:00:00Z',
      orderBy: 'created_at',
      orderDirection: 'DESC',
      limit: 20,
      offset: 0,
    }),
  },
  cancelSubmission: {},
  deleteSubmission: {},
  finishApplication: {},
  inactivatePatient: {},
  reactivatePatient: {},
  disconnectProfessional: {},
};

interface Recorded {
  readonly params: Ids;
  readonly body: Json | undefined;
  readonly status: number;
  readonly answer: unknown;
}

/** Of a list one item, that of the patient whom the examples are about where there is one. */
function shorten(value: unknown, patientId: unknown): unknown {
  if (Array.isArray(value)) {
    const own = value.find((one) => one?.patientId === patientId || one?.serviceId === patientId);
    return value.slice(0, 1).map((first) => shorten(own ?? first, patientId));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shorten(one, patientId)]));
}

async function call(sandbox: Sandbox, method: string, path: string, body: Json | undefined) {
  const response = await sandbox.fetch(
    new Request(`http://sandbox.invalid${BASE_PATH}${path}`, {
      method,
      headers: {
        'X-Api-Key': DEMO_CREDENTIALS.key,
        'X-Api-Secret': DEMO_CREDENTIALS.secret,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  const said = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${said}`);
  const text = said.replaceAll(/(?<="answerToken":")[^"]+|(?<=\/[a-z]+\/)[\w-]{32}(?=")/g, ANSWER_TOKEN);
  return { status: response.status, answer: JSON.parse(text || '{}') as unknown };
}

/** Values of fields that a sandbox does not send, by resource. Of those without a documented form there is none. */
const UNSENT: Readonly<Record<string, Json>> = {
  Answer: { values: ['Several days'], customValue: 'Only at night' },
  ErrorResponse: {
    code: 'INTERNAL',
    message: 'The request could not be carried out.',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  },
  Instrument: { averageScore: 9.4 },
  InstrumentQuestion: { subScaleIds: [1] },
  Notification: { destinationPhoneNumber: '+5511955550188' },
  Option: { emoji: '🙂' },
  PointAnchor: { emoji: '🙂', label: 'Very much', value: 10 },
  Professional: { cellphone: '+5511955550177', occupation: 'Psychiatrist' },
  PsychometricIndicators: { version: 1 },
  Section: {
    ...{ id: 1, title: 'Sleep', description: 'The last two weeks', position: 1 },
    ...{ createdAt: NOW, updatedAt: NOW },
  },
  Submission: { interpretativeAnalysis: 'The score is in the moderate range.' },
  Subscale: { childSubScaleIds: [2, 3] },
  SubscaleScore: { score: 11 },
  VisibilityCondition: {
    ...{ operator: 'OPTION_SELECTED', optionValue: 'Yes', threshold: 2 },
    ...{ sourceQuestionId: 101, sourceQuestionPosition: 1 },
  },
};
const SCALE_QUESTION = {
  ...{ scaleStart: 0, scaleEnd: 10, scaleStep: 1, formSubScaleId: 1 },
  ...{ leftLabel: 'Not at all', centerLabel: 'Somewhat', rightLabel: 'Very much' },
  ...{ leftEmoji: '🙁', centerEmoji: '😐', rightEmoji: '🙂' },
};

interface Operation extends Json {
  readonly operationId: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Json>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Json & { readonly schema: unknown }>> }>
  >;
}

/** Calls each operation of the document, and gives what was sent and answered by its name. */
async function record(paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>) {
  const identifiers = repeatableIdentifiers('examples');
  const sandbox = await createSandbox({ seed: 1, now: '2026-02-27T09:00:00Z', identifiers });
  try {
    sandbox.clock.hold();
    const patient = sandbox.patients.find(({ name }) => name === PATIENT);
    sandbox.clock.set('2026-02-28T09:00:00Z');
    await sandbox.answer(patient, 'PCL-5', { score: 31 });
    sandbox.clock.set(NOW);
    await sandbox.answer(patient, INSTRUMENT, { score: 14, risk: 1 });
    const ids: Ids = {
      professionalId: patient?.professionalId ?? '',
      patientId: patient?.id ?? '',
      formId: sandbox.instruments[INSTRUMENT] ?? '',
    };
    const operations = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, one]) => [one.operationId, { path, method }] as const),
      ),
    );
    const recorded = new Map<string, Recorded>();
    for (const [id, { body: toBody, query: toQuery, keep }] of Object.entries(STEPS)) {
      const { path = '', method = '' } = operations.get(id) ?? {};
      const query = toQuery?.(ids) ?? {};
      const body = toBody?.(ids);
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
      const search = new URLSearchParams(Object.entries(query).map(([name, one]) => [name, String(one)]));
      const said = await call(sandbox, method.toUpperCase(), `${filled}?${search}`, body);
      recorded.set(id, { ...said, body, params: { ...ids, ...query } });
      Object.assign(ids, keep?.(said.answer as Answer));
    }
    return recorded;
  } finally {
    await sandbox.close();
  }
}

/** The deliveries to a partner, about what was recorded. */
const deliveries = (recorded: ReadonlyMap<string, Recorded>): Readonly<Record<string, Json>> => {
  const { submissionId, applicationId, professionalId, patientId, formId } =
    recorded.get('finishApplication')?.params ?? {};
  const event = { createdAt: NOW, id: 'c2b1a6f4-52d7-4e0c-9a35-6f0d8be41c77' };
  const about = { externalProfessionalId: 'dr-12', professionalId, patientId };
  return {
    onSubmissionAnswered: {
      ...event,
      event: 'SUBMISSION_ANSWERED',
      data: { submissionId, applicationId, ...about, formTemplateId: formId },
    },
    onApplicationCanceledIdle: {
      ...event,
      event: 'APPLICATION_CANCELED_IDLE',
      data: { applicationId, canceledAt: NOW, createdByPartner: true, ...about },
    },
  };
};

/** Gives each field of a schema the first value of it that there is, at every depth. */
function exampleFields(schema: unknown, value: unknown, schemas: Readonly<Record<string, unknown>>): void {
  if (typeof schema !== 'object' || schema === null || typeof value !== 'object' || value === null) return;
  const {
    $ref,
    properties = {},
    items,
    additionalProperties,
    anyOf = [],
  } = schema as Readonly<Record<string, never>>;
  if ($ref) exampleFields(schemas[String($ref).replace(/.*\//, '')], value, schemas);
  for (const one of anyOf as readonly unknown[]) exampleFields(one, value, schemas);
  for (const one of Array.isArray(value) ? value : []) exampleFields(items, one, schemas);
  if (Array.isArray(value)) return;
  for (const [name, one] of Object.entries(value as Json)) {
    const field = (properties as Readonly<Record<string, Json>>)[name];
    exampleFields(field ?? additionalProperties, one, schemas);
    const isPlain =
      typeof one !== 'object' || (Array.isArray(one) && one.length > 0 && typeof one[0] !== 'object');
    if (field && isPlain) field.examples ??= [one];
  }
}

/**
 * Gives fields of schemas that are written inline, such as those of an answer in part, the examples of the same field of a
 * resource: one with the same name and description.
 */
function exampleAlike(schema: unknown, known: Map<string, unknown>): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, inner] of Object.entries(schema)) {
    const key = JSON.stringify([name, inner?.description]);
    if (inner?.description && inner.examples) known.set(key, inner.examples);
    else if (inner?.description && known.has(key)) inner.examples = known.get(key);
    if (name !== 'example' && name !== 'examples') exampleAlike(inner, known);
  }
}

/** The OpenAPI document, with descriptions and examples. */
export async function exampledOpenApiDocument(): Promise<Json> {
  const document = describedOpenApiDocument() as Json & {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  };
  const { schemas } = document.components;
  const recorded = await record(document.paths);
  for (const operation of [document.paths, document.webhooks].flatMap(Object.values).flatMap(Object.values)) {
    const { operationId, parameters = [], requestBody, responses } = operation as Operation;
    const {
      params = {},
      body = deliveries(recorded)[operationId],
      status,
      answer,
    } = recorded.get(operationId) ?? {};
    for (const parameter of parameters) {
      const value = params[String(parameter.name)];
      const isText = (parameter.schema as Json).type === 'string';
      if (value !== undefined) parameter.example = isText ? String(value) : value;
    }
    const sent = requestBody?.content['application/json'];
    if (sent && body) {
      sent.example = body;
      exampleFields(sent.schema, body, schemas);
    }
    const given = responses[String(status)]?.content?.['application/json'];
    if (!given) continue;
    given.example = shorten(answer, params.patientId);
    exampleFields(given.schema, answer, schemas);
  }
  for (const [name, value] of Object.entries(UNSENT)) exampleFields(schemas[name], value, schemas);
  for (const name of ['InstrumentQuestion', 'QuestionSummary'])
    exampleFields(schemas[name], SCALE_QUESTION, schemas);
  const known = new Map<string, unknown>();
  for (const part of [document.components, document.paths, document.webhooks]) exampleAlike(part, known);
  return document;
}
