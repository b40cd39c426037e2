import {
  lookUpPatients,
  type PatientKeys,
  registerPatient,
  resolvePatient,
  type TokenClaims,
  unlinkPatient,
} from '@instrument-panel/client/proxy';
import type * as z from 'zod/mini';
import { toActor } from '../audit/audit.ts';
import { type Call, json, type ProxyResponse } from '../exchange.ts';
import {
  allowAction,
  isAmong,
  type Narrowing,
  RATE_LIMIT_OF_ROLE,
  readProfessional,
  toNarrowing,
  toSubject,
} from '../forward/access.ts';
import type { TokenParts } from '../forward/forward.ts';
import { refuse } from '../refusal.ts';
import { parseBody } from '../request-body.ts';
import { type OwnRoute, toRouteName } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { MappingStore } from '../storage/storage.ts';
import { register, resolve, unlink } from './linking.ts';
import { createLinkHasher, createPatients, type MappingCall, toAbout } from './mapping-call.ts';
import { createSharedStore } from './shared-store.ts';

interface CheckedCall {
  readonly call: Call;
  readonly claims: TokenClaims;
  readonly narrowing: Narrowing;
  readonly professionalId: string;
  readonly hasher: ReturnType<typeof createLinkHasher>;
  readonly store: MappingStore;
}

/**
 * `POST /patients/lookup`: the patients of a list's keys, null for one not linked or not of the token. It links
 * no patient and asks the service nothing, so that one request serves a whole page. `free` is true for a key that may be
 * linked to the patient sent beside it; a token that may not link (see `resolve`) is told of none.
 */
async function lookUp(
  { call, claims, narrowing, professionalId, hasher, store }: CheckedCall,
  { keys }: PatientKeys,
): Promise<ProxyResponse> {
  const links = keys.map(({ system, key }) => hasher.keyOf(professionalId, system ?? '', key));
  const found = await store.findAll(links);
  const mayLink = !narrowing && claims.ops.includes('patients');
  const asked = links.flatMap((link, at) => {
    const patientId = keys[at]?.patientId;
    return !mayLink || found[at] || patientId === undefined ? [] : [[at, link, patientId] as const];
  });
  const taken = await store.linksOf(asked.map(([, link, patientId]) => [link, patientId]));
  const free = new Set(asked.filter((_, index) => taken[index] === null).map(([at]) => at));
  const patients = found.map((id) => (narrowing && !isAmong(narrowing, id) ? null : id));
  // That a patient has no key yet is said of that patient too.
  const said = [...patients, ...asked.flatMap(([at, , id]) => (free.has(at) ? [id] : []))];
  const shown = [...new Set(said)].filter((id) => id !== null);
  if (shown.length > 0) call.shown = shown;
  return json(200, {
    patients,
    free: links.map((_, at) => free.has(at)),
  });
}

type KeyedEndpoint = typeof resolvePatient | typeof registerPatient | typeof unlinkPatient;

/** `/patients/…`: from the EHR's patient key to the service's patient. */
export function createMappingRoutes(
  settings: Settings,
  { readToken, limiter, service, audit }: TokenParts,
): readonly OwnRoute[] {
  const { limits, clock, mapping } = settings;
  const hasher = mapping && createLinkHasher(mapping.key);
  const store = hasher && createSharedStore(settings, hasher.fingerprint);

  function route<Endpoint extends KeyedEndpoint | typeof lookUpPatients>(
    endpoint: Endpoint,
    answer: (checked: CheckedCall, body: z.output<Endpoint['body']>) => Promise<ProxyResponse>,
  ): OwnRoute {
    async function serve(call: Call): Promise<ProxyResponse> {
      const claims = await readToken(call);
      await limiter(RATE_LIMIT_OF_ROLE[claims.role], toSubject(claims), call);
      const narrowing = toNarrowing(claims);
      allowAction(endpoint.permission, claims, narrowing);
      if (!hasher || !store) throw refuse('MAPPING_OFF');
      const body = (await parseBody(call.request, endpoint.body, limits.bodyBytes)) as z.output<
        Endpoint['body']
      >;
      const professionalId = readProfessional(claims, body);
      call.about = { professionalId };
      return answer({ call, claims, narrowing, professionalId, hasher, store }, body);
    }
    return { endpoint, serve };
  }

  function keyedRoute<Endpoint extends KeyedEndpoint>(
    endpoint: Endpoint,
    answer: (call: MappingCall, body: z.output<Endpoint['body']>) => Promise<ProxyResponse>,
  ): OwnRoute {
    return route(endpoint, ({ call, claims, hasher, ...checked }, body) => {
      const { narrowing, professionalId } = checked;
      const deadline = clock() + limits.upstreamMs;
      const acceptLanguage = call.request.headers['accept-language'];
      const common = { acceptLanguage, call, deadline, narrowed: narrowing !== null };
      const patients = createPatients(service, professionalId, common);
      const toLinkKey = (one: Pick<typeof body, 'system' | 'key'>) =>
        hasher.keyOf(professionalId, one.system ?? '', one.key);
      const key = toLinkKey(body);
      const keys = [key, ...(body.others ?? []).map(toLinkKey)] as const;
      call.about = toAbout({ professionalId, key });
      const by = { who: toActor(claims), jti: claims.jti, mayLink: claims.ops.includes('patients') };
      const parts = { call, route: toRouteName(endpoint), key, keys, patients, audit, clock, deadline };
      return answer({ ...checked, ...by, ...parts }, body);
    });
  }

  return [
    keyedRoute(resolvePatient, resolve),
    route(lookUpPatients, lookUp),
    keyedRoute(registerPatient, register),
    keyedRoute(unlinkPatient, unlink),
  ];
}
