import type { IncomingMessage } from 'node:http';
import {
  ACTIONS,
  type Action,
  ROLE_RULES,
  ROLES,
  type Role,
  TOKEN_PATIENTS_MAX,
  uuidInput,
} from '@instrument-panel/client/contract';
import type { SessionScope } from '@instrument-panel/client/proxy';
import * as z from 'zod/mini';
import { forbidden } from '../refusal.ts';

/** The input of the session hook. */
export interface SessionRequest {
  /** Value of the `Cookie` header. */
  readonly cookie: string | undefined;
  /** Value of the `Authorization` header. */
  readonly authorization: string | undefined;
  /** The page's, one of the allowed origins; at `/authorize` that of the client which asks (`AuthorizeClient.origin`). */
  readonly origin: string;
  readonly scope: SessionScope;
  /**
   * The name of the token that is minted if you grant it: keep it to revoke that one. Absent at `/authorize`, whose token
   * is minted later.
   */
  readonly jti?: string;
  /**
   * The request as the server took it, so that middleware before the proxy, a client certificate or any header can say who
   * is signed in: node:http's, or a `Request` where `fetch` was called. Its body is not yours to read.
   */
  readonly request: IncomingMessage | Request;
}

/** What a person or program may do. */
export interface Grant {
  /** Who it is, in the partner's own words; no e-mail or name is needed. */
  readonly sub: string;
  readonly role: Role;
  /** UUID of the professional at the service; required but for `operations`. */
  readonly professionalId?: string | undefined;
  /** UUIDs; absent means every patient of the professional. Required for `patient`. */
  readonly patients?: readonly string[] | undefined;
  readonly actions: readonly Action[];
  /**
   * Your own name of the session, of 16 characters or more: `proxy.revokeSession` then ends all tokens of it, such as when the
   * person signs out. The token holds its hash.
   */
  readonly session?: string | undefined;
}

/** The partner's decision: a grant for who is signed in, or null. */
export type SessionHook = (request: SessionRequest) => Promise<Grant | null>;

export const GrantSchema = z
  .strictObject({
    sub: z.string().check(z.minLength(1), z.maxLength(200)),
    role: z.enum(ROLES),
    professionalId: z.optional(uuidInput()),
    patients: z.optional(z.readonly(z.array(uuidInput()))),
    actions: z.readonly(z.array(z.enum(ACTIONS))),
    session: z.optional(z.string().check(z.minLength(16), z.maxLength(200))),
  })
  .check(
    z.refine(
      ({ role, professionalId }) => !ROLE_RULES[role].needsProfessional || professionalId !== undefined,
    ),
    z.refine(({ role, patients }) => !ROLE_RULES[role].needsPatients || (patients?.length ?? 0) > 0),
  );

function narrow<Item>(
  what: string,
  granted: readonly Item[] | undefined,
  asked: readonly Item[] | undefined,
) {
  if (asked === undefined) return granted;
  if (granted && !asked.every((item) => granted.includes(item))) {
    throw forbidden(`The ${what} asked for go beyond what you may see or do.`);
  }
  return [...new Set(asked)];
}

/** Narrows a grant by what was asked for. Throws a `Refusal` (403) if more was asked for than granted. */
export function narrowGrant(
  grant: Grant,
  scope: {
    readonly patients?: readonly string[] | undefined;
    readonly actions?: readonly Action[] | undefined;
  },
): Grant {
  const patients = narrow('patients', grant.patients, scope.patients);
  if (patients && (patients.length === 0 || patients.length > TOKEN_PATIENTS_MAX)) {
    throw forbidden(`A token holds 1 to ${TOKEN_PATIENTS_MAX} patients; name the ones that the page shows.`);
  }
  const actions = narrow('actions', grant.actions, scope.actions) ?? [];
  return { ...grant, actions, ...(patients ? { patients } : {}) };
}
