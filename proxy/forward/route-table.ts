import {
  decodeQuery,
  type Endpoint,
  getScoreGraph,
  hiddenFields,
  type PatientVisibility,
  ROLE_RULES,
  ROLES,
  type Role,
} from '@instrument-panel/client/contract';
import type * as z from 'zod/mini';

/** Gives what is seen of a parsed value: the value itself where all of it is, which saves a copy. */
type View = (value: unknown) => unknown;

interface SchemaDefinition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
}

const definition = (schema: z.ZodMiniType): SchemaDefinition => schema.def as unknown as SchemaDefinition;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an empty value of a wrong type, so that no data leaks and the client still reports it. Null stays. */
function misshapen(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return [];
  return typeof value === 'object' ? {} : '';
}

const scalar: View = (value) => (typeof value !== 'object' || value === null ? value : misshapen(value));

/** All fields except the hidden names, whatever they are called, each as `view` shows it. */
function withoutHidden(value: Record<string, unknown>, hidden: ReadonlySet<string>, view: View) {
  const seen = Object.create(null) as Record<string, unknown>;
  for (const [name, part] of Object.entries(value)) if (!hidden.has(name)) seen[name] = view(part);
  return seen;
}

/** For parts whose structure is undocumented: all of it except the hidden names, at any depth. */
function anything(hidden: ReadonlySet<string>): View {
  const view: View = (value) => {
    if (Array.isArray(value)) return value.map(view);
    return isObject(value) ? withoutHidden(value, hidden, view) : value;
  };
  return view;
}

function objectView(shape: Readonly<Record<string, z.ZodMiniType>>, hidden: ReadonlySet<string>): View {
  const shown = Object.entries(shape).filter(([name]) => !hidden.has(name));
  const views = new Map(shown.map(([name, schema]) => [name, compile(schema, hidden)]));
  return (value) => {
    if (!isObject(value)) return misshapen(value);
    let seen: Record<string, unknown> | undefined;
    for (const name in value) {
      const view = views.get(name);
      const part = value[name];
      const shown = view?.(part);
      // All before it is shown as it came.
      if (!seen && (!view || shown !== part)) seen = upTo(name, value);
      if (seen && view) seen[name] = shown;
    }
    return seen ?? value;
  };
}

/** A copy of the fields before the named one. */
function upTo(end: string, value: Record<string, unknown>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    if (name === end) break;
    copy[name] = value[name];
  }
  return copy;
}

const listView =
  (element: View): View =>
  (value) => {
    if (!Array.isArray(value)) return misshapen(value);
    let seen: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      const shown = element(item);
      if (!seen && shown !== item) seen = value.slice(0, index);
      seen?.push(shown);
    }
    return seen ?? value;
  };

const recordView =
  (entry: View, hidden: ReadonlySet<string>): View =>
  (value) =>
    isObject(value) ? withoutHidden(value, hidden, entry) : misshapen(value);

function compile(schema: z.ZodMiniType, hidden: ReadonlySet<string>): View {
  const { type, shape, element, valueType, innerType } = definition(schema);
  if (type === 'object' && shape) return objectView(shape, hidden);
  if ((type === 'optional' || type === 'nullable') && innerType) return compile(innerType, hidden);
  if (type === 'record' && valueType) return recordView(compile(valueType, hidden), hidden);
  if (type === 'unknown') return anything(hidden);
  if (type === 'array' && element) return listView(compile(element, hidden));
  if (['string', 'number', 'boolean', 'enum', 'literal'].includes(type)) return scalar;
  throw new TypeError(
    `Views do not support schemas of type ${type}. Add it in proxy/forward/route-table.ts.`,
  );
}

/**
 * Compiles a role's view of a schema: the declared fields without `hiddenFields`. Values are not validated: the client
 * reports unreadable ones. Throws a TypeError for a type of schema that views do not support.
 */
export const compileView = (schema: z.ZodMiniType, role: Role, patients?: PatientVisibility): View =>
  compile(schema, new Set(hiddenFields(role, patients)));

/** An endpoint with all that is worked out once, at the start. */
export interface RouteRule {
  readonly endpoint: Endpoint;
  /** `GET /professionals/{professionalId}`: what logs call it. */
  readonly name: string;
  readonly views: Readonly<Record<Role, View>>;
  readonly list: boolean;
  readonly paged: boolean;
  /** What a request without a query asks for. */
  readonly bareQuery: ReturnType<typeof decodeQuery>;
  /** The field of the answer, or of each of its items, that names the patient whom it is about. */
  readonly subject: 'patientId' | 'serviceId' | null;
}

function findSubject(endpoint: Endpoint, element: SchemaDefinition): RouteRule['subject'] {
  const { patient, path } = endpoint;
  if (patient.at === 'items' || patient.at === 'response') return patient.field;
  if (element.shape?.patientId) return 'patientId';
  // `serviceId` is also a professional's; it is the patient's if the path names one.
  return element.shape?.serviceId && path.includes('{patientId}') ? 'serviceId' : null;
}

const NEEDED_PARAMETER: Readonly<Record<string, string>> = {
  path: '{patientId}',
  application: '{applicationId}',
  submission: '{submissionId}',
};

/** An endpoint whose access cannot be enforced must not be served: said at the start, not at the first request. */
function checkEnforceable(endpoint: Endpoint): void {
  const { id, path, patient } = endpoint;
  const needed = NEEDED_PARAMETER[patient.at];
  if (needed && !path.includes(needed))
    throw new TypeError(`${id}: its patient is found by ${needed}, which its path lacks.`);
  if (endpoint.binary && (patient.at === 'items' || patient.at === 'response')) {
    throw new TypeError(`${id}: whose document it is can not be told from its bytes.`);
  }
  for (const role of ROLES) checkRole(endpoint, role);
}

function checkRole({ id, path, patient, access }: Endpoint, role: Role): void {
  const rule = access[role];
  if ((rule === 'own' || rule === 'self') && !path.includes('{professionalId}')) {
    throw new TypeError(`${id}: access '${rule}' needs {professionalId} in the path.`);
  }
  if (rule === 'self' && (patient.at === 'none' || patient.at === 'all')) {
    throw new TypeError(`${id}: access 'self' needs to know the patient.`);
  }
  // The check of a shown graph is made for the patients of the token.
  const { needsShownGraph, needsPatients } = ROLE_RULES[role];
  if (id === getScoreGraph.id && rule !== 'deny' && needsShownGraph && !needsPatients) {
    throw new TypeError(`${id}: role '${role}' needs patients in its token.`);
  }
}

/** Works out the rule of every endpoint. Throws a `TypeError` for one whose access cannot be enforced. */
export function createRouteTable(
  endpoints: readonly Endpoint[],
  patients?: PatientVisibility,
): ReadonlyMap<Endpoint, RouteRule> {
  return new Map(
    endpoints.map((endpoint) => {
      checkEnforceable(endpoint);
      const whole = definition(endpoint.response);
      const element = whole.type === 'array' && whole.element ? definition(whole.element) : whole;
      const toView = (role: Role): View => compileView(endpoint.response, role, patients);
      const rule: RouteRule = {
        endpoint,
        name: `${endpoint.method} ${endpoint.path}`,
        views: Object.fromEntries(ROLES.map((role) => [role, toView(role)])) as Record<Role, View>,
        list: whole.type === 'array',
        bareQuery: decodeQuery(endpoint.query, new URLSearchParams()),
        paged: 'limit' in endpoint.query && 'offset' in endpoint.query,
        subject: findSubject(endpoint, element),
      };
      return [endpoint, rule];
    }),
  );
}
