import { createPatient, type Endpoint, getPatient, updatePatient } from '@instrument-panel/client/contract';
import type * as z from 'zod/mini';
import type { Call, ProxyResponse } from '../exchange.ts';
import { allowAction, narrowingOf } from '../forward/access.ts';
import { subjectOf } from '../forward/bearer.ts';
import { parseBody } from '../forward/request-body.ts';
import type { TokenParts } from '../forward/surface.ts';
import type { Settings } from '../options.ts';
import { type Surface, singlePath } from '../surface.ts';
import { LinkBody, LookupBody, RegisterBody, ResolveBody } from './body.ts';
import { createLinkHasher } from './link-key.ts';
import { type Asked, lookUpPatients } from './lookup.ts';
import { type MappingCall, professionalOf } from './mapping-call.ts';
import { createPatients } from './patients.ts';
import { mappingOff } from './refusals.ts';
import { registerPatient } from './register.ts';
import { resolvePatient } from './resolve.ts';
import { createSharedStore } from './shared-store.ts';
import { unlinkPatient } from './unlink.ts';

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
