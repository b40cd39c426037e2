import { ACTIONS, type Action, ROLES, type Role } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';
import { forbidden } from '../refusal.ts';
import { MAX_PATIENTS } from './token.ts';

/** What a page asks its token to be narrowed to. It can only ever narrow what the hook grants. */
export interface SessionScope {
  /** UUIDs of patients. */
  readonly patients?: readonly string[] | undefined;
  readonly actions?: readonly Action[] | undefined;
}

/** What the hook decides by. */
export interface SessionRequest {
  /** Value of the `Cookie` header. */
  readonly cookie: string | undefined;
  /** Value of the `Authorization` header. */
  readonly authorization: string | undefined;
  /** The page's, one of the allowed origins; at `/authorize` that of the client which asks (`AuthorizeClient.origin`). */
  readonly origin: string;
  readonly scope: SessionScope;
}

/** What somebody may do. */
export interface Grant {
  /** Who it is, in the partner's own words; no e-mail or name is needed. */
  readonly sub: string;
  readonly role: Role;
  /** UUID of the professional at the service; required but for `operations`. */
  readonly professionalId?: string | undefined;
  /** UUIDs; absent means every patient of the professional. Required for `patient`. */
  readonly patients?: readonly string[] | undefined;
  readonly actions: readonly Action[];
}

/** The partner's decision: a grant for who is signed in, or null. */
export type SessionHook = (request: SessionRequest) => Promise<Grant | null>;

const id = z.pipe(
  z.guid(),
  z.transform((uuid) => uuid.toLowerCase()),
);

/** Strict: a misspelt narrowing that was passed over would give more than was asked for. */
export const ScopeSchema = z.strictObject({
  patients: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_PATIENTS))),
  actions: z.optional(z.array(z.enum(ACTIONS))),
});

export const GrantSchema = z
  .strictObject({
    sub: z.string().check(z.minLength(1), z.maxLength(200)),
    role: z.enum(ROLES),
    professionalId: z.optional(id),
    patients: z.optional(z.array(id)),
    actions: z.array(z.enum(ACTIONS)),
  })
  .check(
    z.refine((grant) => grant.role === 'operations' || grant.professionalId !== undefined),
    z.refine((grant) => grant.role !== 'patient' || (grant.patients?.length ?? 0) > 0),
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

/** Narrows a grant by what was asked for. Throws a `Refusal` (403) where more was asked for than granted. */
export function narrowGrant(grant: Grant, scope: SessionScope): Grant {
  const patients = narrow('patients', grant.patients, scope.patients);
  if (patients && (patients.length === 0 || patients.length > MAX_PATIENTS)) {
    throw forbidden(`A token holds 1 to ${MAX_PATIENTS} patients; name the ones that the page shows.`);
  }
  const actions = narrow('actions', grant.actions, scope.actions) ?? [];
  return { ...grant, actions, ...(patients ? { patients } : {}) };
}
