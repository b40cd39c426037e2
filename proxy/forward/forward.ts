import {
  BASE_PATH,
  canSee,
  createRouter,
  type Decoded,
  decodePath,
  decodeQuery,
  ENDPOINTS,
  type Endpoint,
  getProfessional,
  type Role,
} from '@instrument-panel/client/contract';
import type { TokenClaims } from '@instrument-panel/client/proxy';
import { toShownIds } from '../audit/answers.ts';
import { type Audit, asUuid, readReplyIds, readRequestIds, toActor } from '../audit/audit.ts';
import { compress } from '../compress.ts';
import { type Call, json, type ProxyResponse } from '../exchange.ts';
import type { RateLimiter } from '../limit/rate-limiter.ts';
import type { Limits } from '../limits.ts';
import { forbidden, invalid, Refusal, refuse } from '../refusal.ts';
import { parseBody } from '../request-body.ts';
import { DEFAULT_RULES, type RouteGroup } from '../routes.ts';
import type { Settings } from '../settings.ts';
import {
  allowAction,
  allowBody,
  allowPath,
  type Narrowing,
  RATE_LIMIT_OF_ROLE,
  type TokenReader,
  toNarrowing,
} from './access.ts';
import { callNarrowed, filterForPatients } from './narrowed.ts';
import { createRouteTable, isObject, type RouteRule } from './route-table.ts';
import type { Service, ServiceReply, ServiceRequest } from './service.ts';

/** The patients whom an answer names, each once. */
function readPatients({ subject }: RouteRule, value: unknown): readonly string[] {
  if (subject === null) return [];
  if (isObject(value)) {
    const only = asUuid(value[subject]);
    return only === undefined ? [] : [only];
  }
  const named = (Array.isArray(value) ? value : [value]).map((item) =>
    isObject(item) ? asUuid(item[subject]) : undefined,
  );
  return [...new Set(named)].filter((id) => id !== undefined);
}

interface Asked {
  readonly rule: RouteRule;
  readonly call: Call;
  readonly role: Role;
  readonly narrowing: Narrowing;
  readonly limit: unknown;
}

/** Makes the answer to a success: the items asked for, only of the token's patients, only what its role sees. */
function present({ rule, call, role, narrowing, limit }: Asked, reply: ServiceReply): ProxyResponse {
  if (rule.endpoint.patient.at !== 'none') call.shown = [];
  if (reply.kind === 'empty') return json(reply.status === 204 ? 200 : reply.status, {});
  if (reply.kind === 'document') {
    const { pipe, type, status } = reply;
    // With a length even a caller that knows no chunks can tell half a document from a whole one.
    const length = pipe.length === null ? {} : { 'content-length': String(pipe.length) };
    return { status, headers: { 'content-type': type, ...length }, body: pipe };
  }
  const { value, status, date } = reply;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== rule.list)
    throw refuse('UPSTREAM_UNREADABLE');
  try {
    const theirs = narrowing ? filterForPatients(rule, narrowing, value) : value;
    const part = rule.paged && Array.isArray(theirs) ? theirs.slice(0, Number(limit)) : theirs;
    if (call.shown) call.shown = readPatients(rule, part);
    const page = rule.views[role](part);
    const headers: Record<string, string> = date ? { date } : {};
    if (rule.paged) headers['instrument-panel-limit'] = String(limit);
    return { ...json(status, page, headers), isUndated: !date };
  } catch (error) {
    // Nested more deeply than it can be gone through: nothing that the contract declares is.
    throw error instanceof RangeError ? refuse('UPSTREAM_UNREADABLE') : error;
  }
}

const sentences = (problems: readonly { readonly message: string }[]): string =>
  problems.map(({ message }) => message).join(' ');

/** Gives what to throw: like the service, INTEGRATION_NOT_FOUND goes before what is wrong with a request. */
async function linkFirst(
  service: Service,
  request: Omit<ServiceRequest, 'endpoint' | 'query' | 'body'>,
  problem: unknown,
): Promise<unknown> {
  const isTheRequests = problem instanceof Refusal && problem.status < 500;
  if (!isTheRequests || request.path.professionalId === undefined) return problem;
  try {
    await service({ ...request, endpoint: getProfessional, query: {}, body: undefined });
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.status === 404) return refusal;
  }
  return problem;
}

/**
 * A list of several patients has links to answer of some beside texts that others wrote: compressed, its length would tell
 * one who writes such texts of the links (BREACH).
 */
const mixesPatients = ({ patient }: Endpoint): boolean => patient.at === 'items' || patient.at === 'all';

interface Admitted {
  readonly narrowing: Narrowing;
  readonly path: ReturnType<typeof decodePath>;
  readonly about: ReturnType<typeof readRequestIds>;
  readonly isMalformed: boolean;
}

/**
 * Checks what can be told of a caller's rights without the service: role, action, professional and patient. Throws a
 * `Refusal`. It says in the call what the request names.
 */
export function admit(
  call: Call,
  claims: TokenClaims,
  { endpoint }: RouteRule,
  rawPath: Readonly<Record<string, string>>,
): Admitted {
  const narrowing = toNarrowing(claims);
  const path = decodePath(rawPath);
  const about = readRequestIds(path.values, undefined);
  call.about = about;
  allowAction(endpoint, claims, narrowing);
  const isMalformed = path.problems.length > 0;
  if (isMalformed && path.values.professionalId === undefined) throw invalid(sentences(path.problems));
  allowPath(endpoint, claims, narrowing, path.values);
  return { narrowing, path, about, isMalformed };
}

/** Makes the function that serves one endpoint to the holder of a token. It throws a `Refusal` for everything else. */
export function createForward(settings: Settings, service: Service, audit: Audit) {
  const { limits, clock, patients } = settings;
  return async (
    call: Call,
    claims: TokenClaims,
    rule: RouteRule,
    rawPath: Readonly<Record<string, string>>,
  ): Promise<ProxyResponse> => {
    const endpoint: Endpoint = rule.endpoint;
    const { narrowing, path, about, isMalformed } = admit(call, claims, rule, rawPath);
    const common = {
      path: path.values,
      acceptLanguage: call.request.headers['accept-language'],
      deadline: clock() + limits.upstreamMs,
      call,
      narrowed: narrowing !== null,
    };
    let query: Decoded;
    let body: unknown;
    try {
      if (isMalformed) throw invalid(sentences(path.problems));
      query = readQuery(rule, call.rawQuery, limits);
      body = endpoint.body ? await parseBody(call.request, endpoint.body, limits.bodyBytes) : undefined;
    } catch (problem) {
      throw await linkFirst(service, common, problem);
    }
    // The bytes of a document cannot be gone through for what interprets a score.
    if (endpoint.binary && query.format === 'pdf' && !canSee(claims.role, 'interpretation', patients)) {
      throw forbidden(`A token for ${claims.role} may not read this as a document.`);
    }
    const ids = body === undefined ? about : readRequestIds(path.values, body);
    call.about = ids;
    allowBody(endpoint, narrowing, body);
    const request: ServiceRequest = { ...common, endpoint, query, body };
    const ask = (): Promise<ServiceReply> =>
      narrowing ? callNarrowed(service, rule, request, narrowing, limits, claims.role) : service(request);
    const asked: Asked = { rule, call, role: claims.role, narrowing, limit: query.limit };
    if (endpoint.effect === 'read') {
      const answer = present(asked, await ask());
      return mixesPatients(endpoint) ? answer : compress(call.request, answer);
    }
    const action = { route: rule.name, who: toActor(claims), jti: claims.jti, ids, call };
    return audit.record(action, async (learn) => {
      const reply = await ask();
      if (reply.kind === 'json') learn({ ids: readReplyIds(endpoint, reply.value) });
      const answer = present(asked, reply);
      learn({ ids: toShownIds(call) });
      return answer;
    });
  };
}

/**
 * Reads the declared parameters; a paged list gets a `limit`, since the service would send everything
 * (docs/service.md#paging-and-ordering). Throws a `Refusal`: 400 that names the parameters.
 */
function readQuery(rule: RouteRule, rawQuery: string, limits: Limits): Decoded {
  const isBare = rawQuery === '';
  const { values, problems } = isBare
    ? rule.bareQuery
    : decodeQuery(rule.endpoint.query, new URLSearchParams(rawQuery));
  if (problems.length > 0) throw invalid(sentences(problems));
  if (!rule.paged) return values;
  const limit = Math.min(Number(values.limit ?? limits.pageDefault), limits.pageMax);
  return { ...values, limit };
}

const isRecommendation = ({ endpoint }: RouteRule): boolean =>
  endpoint.action === 'recommend' && endpoint.effect === 'write';

export interface TokenParts {
  readonly readToken: TokenReader;
  readonly limiter: RateLimiter;
  readonly service: Service;
  readonly audit: Audit;
}

/** The service's endpoints under the base path: those of the contract, and nothing else. */
export function createForwardRoutes(settings: Settings, parts: TokenParts): RouteGroup {
  const { readToken, limiter, service, audit } = parts;
  const rules = createRouteTable(ENDPOINTS, settings.patients);
  const route = createRouter(ENDPOINTS);
  const forward = createForward(settings, service, audit);
  return {
    ...DEFAULT_RULES,
    find(method, rawPath) {
      if (!rawPath.startsWith(`${BASE_PATH}/`)) return { kind: 'none' };
      const match = route(method === 'HEAD' ? 'GET' : method, rawPath.slice(BASE_PATH.length));
      if (match.kind !== 'endpoint') return match;
      const rule = rules.get(match.endpoint);
      if (!rule) return { kind: 'none' };
      return {
        kind: 'found',
        route: rule.name,
        async serve(call) {
          const claims = await readToken(call);
          const subject = call.person;
          const limit = RATE_LIMIT_OF_ROLE[claims.role];
          const counting = limiter(limit, subject, call);
          if (counting) await counting;
          // It is paid for, and slow: AI. A partner's own server answers for what it asks.
          if (limit === 'subject' && isRecommendation(rule)) await limiter('recommend', subject, call);
          // Awaited here, it is handed on in one turn of the microtasks; returned as a promise, it takes three.
          return await forward(call, claims, rule, match.raw);
        },
      };
    },
  };
}
