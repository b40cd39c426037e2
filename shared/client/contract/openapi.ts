import * as z from 'zod/mini';
import { BASE_PATH, type Endpoint, PATH_PARAMS, type PathParamName } from './endpoint.ts';
import { SECTIONS } from './endpoints/all.ts';
import { CHOSEN_ERROR_CODES, ErrorResponse, SERVICE_ERROR_CODES } from './errors.ts';
import type { Param } from './param.ts';
import * as resources from './resources/index.ts';
import * as webhook from './webhook.ts';

type Json = Record<string, unknown>;

const NAMED: Readonly<Record<string, unknown>> = {
  ...resources,
  ErrorResponse,
  SubmissionAnsweredEvent: webhook.SubmissionAnsweredEvent,
  ApplicationCanceledIdleEvent: webhook.ApplicationCanceledIdleEvent,
};

const ref = (name: string): string => `#/components/schemas/${name}`;

/** Narrower ways to read an answer, which are no resources of their own. */
const SUMMARIES =
  /^(ScoredSubmission|(Classification|Instrument|Scale|ScoreGraph|ScoreRange|Submission)Summary)$/;

/** Every exported resource is a component under its own name; the rest is written inline. */
function components(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [name, value] of Object.entries(NAMED))
    if (value instanceof z.ZodMiniType && !SUMMARIES.test(name)) registry.add(value, { id: name });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: ref });
  const sorted = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, schema]) => [name, clean(schema)]));
}

/** Leaves out keys of JSON Schema files that OpenAPI lacks. The keys of `properties` are names of fields, and stay. */
function clean(schema: unknown, isProperties = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => clean(one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => isProperties || !/^(\$schema|\$id|id)$/.test(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, clean(value, !isProperties && key === 'properties')]),
  );
}

function schemaOf(schema: z.ZodMiniType): unknown {
  const name = Object.keys(NAMED).find((key) => NAMED[key] === schema);
  if (name !== undefined) return { $ref: ref(name) };
  if (schema instanceof z.ZodMiniArray)
    return { type: 'array', items: schemaOf(schema.def.element as z.ZodMiniType) };
  return clean(z.toJSONSchema(schema, { io: 'input' }));
}

function parameter(name: string, place: 'path' | 'query', param: Omit<Param<unknown>, 'encode'>): Json {
  const { description, ...schema } = param.schema;
  const lenient = place === 'query' && param.decode('\u0000') === undefined;
  return {
    name,
    in: place,
    required: place === 'path' || param.required,
    ...(description === undefined ? {} : { description }),
    // A parameter whose invalid values are ignored takes any text: a document that said less would refuse them.
    schema: lenient
      ? { type: 'string', description: `Meant: ${param.expects}. Anything else is ignored.` }
      : schema,
  };
}

const json = (schema: unknown): Json => ({ 'application/json': { schema } });

const error = (description: string): Json => ({ description, content: json({ $ref: ref('ErrorResponse') }) });

const SUCCESS: Readonly<Record<number, string>> = { 200: 'Success.', 201: 'Created.', 202: 'Accepted.' };

/** The rows of docs/service.md#errors that can happen on an endpoint. */
function errors({ id, path, body, query, effect }: Endpoint): Json {
  const underProfessional = path.startsWith('/professionals/{professionalId}');
  const takesInput = path.includes('{') || body !== null || Object.keys(query).length > 0;
  return {
    ...(takesInput && { 400: error('Invalid parameter, identifier or body: `VALIDATION_ERROR`.') }),
    401: error('`INVALID_API_KEY`, `API_CREDENTIAL_INACTIVE` or `API_CREDENTIAL_EXPIRED`.'),
    403: error('`IP_NOT_ALLOWED`, `PROFESSIONAL_CLAIM_REQUIRED`, or not permitted for the professional.'),
    ...((path.includes('{') || id === 'connectProfessional') && {
      404: error(underProfessional ? 'Not found, or `INTEGRATION_NOT_FOUND`.' : 'Not found.'),
    }),
    ...(effect === 'write' && {
      409: error('Conflict with an existing record: `PROFESSIONAL_EMAIL_ALREADY_EXIST`.'),
      422: error('The operation cannot be run in the current state of the resource.'),
    }),
    500: error('`INTERNAL`, with a `traceId` to be reported to support.'),
    default: error('Any other error.'),
  };
}

function operation(endpoint: Endpoint, section: string): Json {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] as PathParamName);
  const content = {
    ...json(schemaOf(endpoint.response)),
    ...(endpoint.binary && { [endpoint.binary]: { schema: { type: 'string', format: 'binary' } } }),
  };
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [section],
    parameters: [
      ...names.map((name) => parameter(name, 'path', PATH_PARAMS[name])),
      ...Object.entries(endpoint.query).map(([name, param]) => parameter(name, 'query', param)),
    ],
    ...(endpoint.body && { requestBody: { required: true, content: json(schemaOf(endpoint.body)) } }),
    responses: {
      ...Object.fromEntries(
        endpoint.success.map((status) => [status, { description: SUCCESS[status], content }]),
      ),
      ...errors(endpoint),
    },
    'x-effect': endpoint.effect,
    'x-access': endpoint.access,
  };
}

function webhooks(): Json {
  const signature = (name: string, schema: Json): Json => ({ name, in: 'header', required: true, schema });
  const delivery = (event: 'SubmissionAnswered' | 'ApplicationCanceledIdle', summary: string): Json => ({
    post: {
      operationId: `on${event}`,
      summary,
      description:
        'Sent by the service to the address of the partner. Check the signature over the raw body, store the event by its id, then answer 204.',
      security: [],
      parameters: [
        signature(webhook.SIGNATURE_HEADER, { type: 'string', pattern: webhook.SIGNATURE_PATTERN.source }),
        signature(webhook.EVENT_ID_HEADER, { type: 'string', format: 'uuid' }),
      ],
      requestBody: { required: true, content: json({ $ref: ref(`${event}Event`) }) },
      responses: {
        204: { description: 'Stored by the partner.' },
        default: error('Not stored; delivered again.'),
      },
    },
  });
  return {
    [webhook.SUBMISSION_ANSWERED]: delivery('SubmissionAnswered', 'The patient answered a submission'),
    [webhook.APPLICATION_CANCELED_IDLE]: delivery(
      'ApplicationCanceledIdle',
      'An application was closed by patient inactivity (name chosen)',
    ),
  };
}

/** The OpenAPI 3.1 document of the service, made from the endpoint declarations. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [section, endpoints] of Object.entries(SECTIONS)) {
    for (const endpoint of endpoints) {
      const { path, method } = endpoint;
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint, section) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Partner clinical-instruments API',
      version: '1.0.0',
      description: `Generated from shared/client/contract. Documented error codes: ${SERVICE_ERROR_CODES.join(', ')}. Codes chosen by this project where none is documented: ${CHOSEN_ERROR_CODES.join(', ')}.`,
      contact: { name: 'Maintainers of instrument-panel' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: `{origin}${BASE_PATH}`,
        description: 'The sandbox of `npm run demo`, or the address that the service gives',
        variables: { origin: { default: 'http://localhost:4100', description: 'Scheme, host and port' } },
      },
    ],
    security: [{ apiKey: [], apiSecret: [] }],
    tags: Object.keys(SECTIONS).map((name) => ({ name, description: `${name}, see docs/service.md.` })),
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        apiSecret: { type: 'apiKey', in: 'header', name: 'X-Api-Secret' },
      },
      schemas: components(),
    },
  };
}
