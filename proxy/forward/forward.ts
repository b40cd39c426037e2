import { decodePath, type Endpoint, getScoreGraph, type Role } from '../../shared/contract/index.ts';
import { type Audit, actorOf, idsOfReply, idsOfRequest } from '../audit/index.ts';
import { type Call, json, type ProxyResponse } from '../exchange.ts';
import type { Settings } from '../options.ts';
import { forbidden, invalid } from '../refusal.ts';
import type { Claims } from '../token/index.ts';
import { allowAction, allowBody, allowPath, type Narrowing, narrowingOf } from './access.ts';
import { narrowedPage } from './narrowed-page.ts';
import { readQuery } from './query.ts';
import { readFirst } from './read-first.ts';
import type { Reply } from './reply.ts';
import { parseBody } from './request-body.ts';
import type { RouteRule } from './route-table.ts';
import type { Ask, Service } from './service.ts';
import { shownGraph } from './shown-graph.ts';
import { onlyTheirs } from './subject.ts';
import { unreadable } from './upstream.ts';

/** Serves one endpoint to the holder of a token. Throws a `Refusal` for everything else. */
export type Forward = (
  call: Call,
  claims: Claims,
  rule: RouteRule,
  rawPath: Readonly<Record<string, string>>,
) => Promise<ProxyResponse>;

/** What the caller gets of a success: the items asked for, only of the token's patients, only what its role sees. */
function present(
  rule: RouteRule,
  claims: Claims,
  narrowing: Narrowing,
  reply: Reply,
  limit: unknown,
): ProxyResponse {
  if (reply.kind === 'empty') return json(reply.status === 204 ? 200 : reply.status, {});
  if (reply.kind === 'document') {
    const { pipe, type, status } = reply;
    // With a length even a caller that knows no chunks can tell half a document from a whole one.
    const length = pipe.length === null ? {} : { 'content-length': String(pipe.length) };
    return { status, headers: { 'content-type': type, ...length }, body: pipe };
  }
  const { value, status } = reply;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== rule.list) throw unreadable();
  const theirs = narrowing ? onlyTheirs(rule, narrowing, value) : value;
  const seen = rule.views[claims.role](theirs);
  const page = rule.paged && Array.isArray(seen) ? seen.slice(0, Number(limit)) : seen;
  return json(status, page, rule.paged ? { 'instrument-panel-limit': String(limit) } : {});
}

/** Makes the function that forwards. */
export function createForward(settings: Settings, service: Service, audit: Audit): Forward {
  const { limits, clock, patients } = settings;

  async function fetchReply(rule: RouteRule, ask: Ask, narrowing: Narrowing, role: Role): Promise<Reply> {
    const { at } = rule.endpoint.patient;
    if (!narrowing) return service(ask);
    if (role === 'patient' && rule.endpoint === getScoreGraph) {
      return shownGraph(service, ask, narrowing, limits, () => service(ask));
    }
    if (at === 'application' || at === 'submission') await readFirst(service, ask, at, narrowing);
    if (at === 'items' && rule.paged) {
      return { kind: 'json', status: 200, value: await narrowedPage(service, rule, ask, narrowing, limits) };
    }
    return service(ask);
  }

  return async (call, claims, rule, rawPath) => {
    const { request, rawQuery } = call;
    const endpoint: Endpoint = rule.endpoint;
    const narrowing = narrowingOf(claims);
    allowAction(endpoint, claims, narrowing);
    const path = decodePath(rawPath);
    if (path.problems.length > 0) throw invalid(path.problems.map((problem) => problem.message).join(' '));
    allowPath(endpoint, claims, narrowing, path.values);
    const query = readQuery(rule, rawQuery, limits);
    // The bytes of a document cannot be gone through for what interprets a score.
    if (
      endpoint.binary &&
      query.format === 'pdf' &&
      claims.role === 'patient' &&
      !patients.showInterpretation
    ) {
      throw forbidden('A token for patient may not read this as a document.');
    }
    const body = endpoint.body ? await parseBody(request, endpoint.body, limits.bodyBytes) : undefined;
    allowBody(endpoint, narrowing, body);
    const ask: Ask = {
      endpoint,
      path: path.values,
      query,
      body,
      acceptLanguage: request.headers['accept-language'],
      deadline: clock() + limits.upstreamMs,
      call,
      narrowed: narrowing !== null,
    };
    if (endpoint.effect === 'read') {
      const reply = await fetchReply(rule, ask, narrowing, claims.role);
      return present(rule, claims, narrowing, reply, query.limit);
    }
    const ids = idsOfRequest(path.values, body);
    return audit.record({ route: rule.name, who: actorOf(claims), jti: claims.jti, ids }, async (learn) => {
      const reply = await fetchReply(rule, ask, narrowing, claims.role);
      if (reply.kind === 'json') learn({ ids: idsOfReply(endpoint, reply.value) });
      return present(rule, claims, narrowing, reply, query.limit);
    });
  };
}
