import { createPatient, type Endpoint, getPatient, updatePatient } from '@instrument-panel/client/contract';
import type * as z from 'zod/mini';
import { type Call, json, type ProxyResponse } from '../exchange.ts';
import { allowAction, isAmong, type Narrowing, narrowingOf, subjectOf } from '../forward/access.ts';
import type { TokenParts } from '../forward/surface.ts';
import type { Settings } from '../options.ts';
import { parseBody } from '../request-body.ts';
import type { MappingStore } from '../storage/storage.ts';
import { type Surface, singlePath } from '../surface.ts';
import type { Claims } from '../token/token.ts';
import { LinkBody, LookupBody, RegisterBody, ResolveBody } from './bodies.ts';
import { resolvePatient, unlinkPatient } from './linking.ts';
import { createLinkHasher, type MappingCall, professionalOf } from './mapping-call.ts';
import { createPatients } from './patients.ts';
import { mappingOff } from './refusals.ts';
import { registerPatient } from './register.ts';
import { createSharedStore } from './shared-store.ts';

/** A request to the mapping whose token was looked at, before it is known which keys it is about. */
interface Asked {
  readonly call: Call;
  readonly claims: Claims;
  readonly narrowing: Narrowing;
  readonly professionalId: string;
  readonly hasher: ReturnType<typeof createLinkHasher>;
  readonly store: MappingStore;
}

/**
 * `POST /patients/lookup`: the patients that the keys of a list are linked to, in their order, null for one that is
 * not linked or not of the token. It links nobody and asks the service nothing, so that one request serves a whole
 * page; whoever shows something beside a row compares the record with what the row says.
 *
 * A key may come with the patient whom the caller recognised in the row by records that it has: `free` is true where
 * the key is not linked, and that patient has no other key of the system, as for a link. A token that may
 * link nobody (`resolvePatient`) is told of none.
 */
async function lookUpPatients(
  { claims, narrowing, professionalId, hasher, store }: Asked,
  { keys }: LookupBody,
): Promise<ProxyResponse> {
  const links = keys.map(({ system, key }) => hasher.keyOf(professionalId, system ?? '', key));
  const found = await store.findAll(links);
  const mayLink = !narrowing && claims.ops.includes('patients');
  const asked = links.flatMap((link, at) => {
    const patientId = keys[at]?.patientId;
    return !mayLink || found[at] || patientId === undefined ? [] : [[at, link, patientId] as const];
  });
  const taken = await store.areTaken(asked.map(([, link, patientId]) => [link, patientId]));
  const free = new Set(asked.filter((_, index) => taken[index] === false).map(([at]) => at));
  return json(200, {
    patients: found.map((id) => (narrowing && !isAmong(narrowing, id) ? null : id)),
    free: links.map((_, at) => free.has(at)),
  });
}

/** `/patients/…`: from the EHR's patient key to the service's patient (design.md, The proxy). */
export function createMappingSurfaces(
  settings: Settings,
  { readToken, limiter, service, audit }: TokenParts,
): readonly Surface[] {
  const { limits, clock, mapping } = settings;
  const hasher = mapping && createLinkHasher(mapping.key);
  const store = hasher && createSharedStore(settings, hasher.fingerprint);

  /** `like` is the endpoint whose roles, action and narrowing hold here as well. */
  function door<Schema extends z.ZodMiniType<Pick<LinkBody, 'professionalId'>, unknown>>(
    method: string,
    path: string,
    like: Endpoint,
    schema: Schema,
    answer: (asked: Asked, body: z.infer<Schema>) => Promise<ProxyResponse>,
  ): Surface {
    return singlePath(method, path, async (call: Call) => {
      const { request } = call;
      const claims = await readToken(call);
      await limiter('subject', subjectOf(claims));
      const narrowing = narrowingOf(claims);
      allowAction(like, claims, narrowing);
      if (!hasher || !store) throw mappingOff();
      const body = await parseBody(request, schema, limits.bodyBytes);
      const professionalId = professionalOf(claims, body);
      return answer({ call, claims, narrowing, professionalId, hasher, store }, body);
    });
  }

  /** What concerns one key, and the patient behind it. */
  function surface<Schema extends z.ZodMiniType<LinkBody, unknown>>(
    method: string,
    path: string,
    like: Endpoint,
    schema: Schema,
    answer: (call: MappingCall, body: z.infer<Schema>) => Promise<ProxyResponse>,
  ): Surface {
    return door(method, path, like, schema, ({ call, hasher, ...asked }, body) => {
      const { claims, narrowing, professionalId, store } = asked;
      const deadline = clock() + limits.upstreamMs;
      const acceptLanguage = call.request.headers['accept-language'];
      const patients = createPatients(service, professionalId, {
        acceptLanguage,
        call,
        deadline,
        narrowed: narrowing !== null,
      });
      const key = hasher.keyOf(professionalId, body.system ?? '', body.key);
      const route = `${method} ${path}`;
      const parts = {
        route,
        claims,
        narrowing,
        professionalId,
        key,
        patients,
        store,
        audit,
        clock,
        deadline,
      };
      return answer(parts, body);
    });
  }

  return [
    surface('POST', '/patients/resolve', getPatient, ResolveBody, resolvePatient),
    door('POST', '/patients/lookup', getPatient, LookupBody, lookUpPatients),
    surface('POST', '/patients/register', createPatient, RegisterBody, registerPatient),
    surface('DELETE', '/patients/link', updatePatient, LinkBody, unlinkPatient),
  ];
}
