import {
  type Endpoint,
  getScoreGraph,
  type PatientVisibility,
  ROLE_RULES,
  ROLES,
  type Role,
} from '@instrument-panel/client/contract';
import type * as z from 'zod/mini';
import { compileView, type View } from './view.ts';

/** An endpoint with all that is worked out once, at the start. */
export interface RouteRule {
  readonly endpoint: Endpoint;
  /** `GET /professionals/{professionalId}`: what logs call it. */
  readonly name: string;
  readonly views: Readonly<Record<Role, View>>;
  /** The answer is an array. */
  readonly list: boolean;
  /** The list takes `limit` and `offset`. */
  readonly paged: boolean;
  /** The field of the answer, or of each of its items, that names the patient whom it is about. */
  readonly subject: 'patientId' | 'serviceId' | null;
}

interface SchemaDefinition {
  readonly type: string;
  readonly element?: z.ZodMiniType;
  readonly shape?: Readonly<Record<string, unknown>>;
}

const definition = (schema: z.ZodMiniType): SchemaDefinition => schema.def as unknown as SchemaDefinition;

function findSubject(endpoint: Endpoint, element: SchemaDefinition): RouteRule['subject'] {
  const { patient, path } = endpoint;
  if (patient.at === 'items' || patient.at === 'response') return patient.field;
  if (element.shape?.patientId) return 'patientId';
  // `serviceId` is also a professional's; it is the patient's if the path names one.
  return element.shape?.serviceId && path.includes('{patientId}') ? 'serviceId' : null;
}

/** The parameter that each way of finding the patient rests on. */
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

/** The same for one role. */
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
        views: {
          professional: toView('professional'),
          patient: toView('patient'),
          operations: toView('operations'),
        },
        list: whole.type === 'array',
        paged: 'limit' in endpoint.query && 'offset' in endpoint.query,
        subject: findSubject(endpoint, element),
      };
      return [endpoint, rule];
    }),
  );
}
