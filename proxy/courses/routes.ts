import { type CoursePart, readCourses, type TokenClaims } from '@instrument-panel/client/proxy';
import type { AnswerTrail } from '../audit/answers.ts';
import { compress } from '../compress.ts';
import { type Call, json, type ProxyRequest, type ProxyResponse } from '../exchange.ts';
import { allowAction, RATE_LIMIT_OF_ROLE, toNarrowing, toSubject } from '../forward/access.ts';
import { createForward, type TokenParts } from '../forward/forward.ts';
import type { RouteRule } from '../forward/route-table.ts';
import type { Metrics } from '../metrics.ts';
import { toRefused } from '../pipeline.ts';
import { Refusal } from '../refusal.ts';
import { parseBody } from '../request-body.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { createPartRules, toRawPath, toRawQuery } from './parts.ts';
import { readWholeList } from './whole-list.ts';

/** Makes the request of each part: what is under way for any of them ends when the caller goes away. */
function createPartRequests(request: ProxyRequest) {
  const { method, rawTarget, headers, raw } = request;
  const leaving: (() => void)[] = [];
  request.onGone?.(() => {
    for (const leave of leaving) leave();
  });
  return (): ProxyRequest => {
    let leaveLatest = (): void => {};
    leaving.push(() => leaveLatest());
    return {
      ...{ method, rawTarget, headers, raw },
      readBody: async () => new Uint8Array(),
      onGone(leave) {
        leaveLatest = leave;
      },
      address: (hops) => request.address?.(hops) ?? null,
    };
  };
}

const toText = ({ status, headers, body }: ProxyResponse): string =>
  `{"status":${status},"headers":${JSON.stringify(headers)},"body":${body}}`;

/** `POST /courses`: parts of courses in one request, each served as the read that it is. */
export function createCoursesRoute(
  settings: Settings,
  { readToken, limiter, service, audit }: TokenParts,
  trail: Pick<AnswerTrail, 'record'>,
  metrics: Pick<Metrics, 'refused'>,
): OwnRoute {
  const { limits, clock } = settings;
  const rules = createPartRules(settings.patients);
  const forward = createForward(settings, service, audit);

  const read = async (own: Call, claims: TokenClaims, part: CoursePart, rule: RouteRule) => {
    const startedAt = clock();
    const ask = async (page?: Record<'limit' | 'offset', number>): Promise<ProxyResponse> => {
      const asked: Call = { ...own, rawQuery: toRawQuery(rule, part, page) };
      try {
        return await forward(asked, claims, rule, toRawPath(rule, part));
      } finally {
        // Of whom it is, for the part's row of the trail.
        Object.assign(own, asked);
      }
    };
    if (!rule.paged || part.limit !== undefined || part.offset !== undefined) return ask();
    const isTimeLeft = (): boolean => clock() - startedAt < limits.upstreamMs / 2;
    return readWholeList({ ask, rows: limits.pageMax, isTimeLeft });
  };

  function fail(error: unknown): { readonly response: ProxyResponse; readonly code: string } {
    // To a caller who has gone, and of what was not foreseen, there is no answer in parts.
    if (!(error instanceof Refusal) || error.code === 'CALLER_GONE') throw error;
    metrics.refused(error.code);
    return { response: toRefused(error), code: error.code };
  }

  /** Serves a part, and writes its row of the trail before it is answered. */
  async function answer(own: Call, begin: () => Promise<ProxyResponse>): Promise<ProxyResponse> {
    let response: ProxyResponse;
    let code: string | undefined;
    try {
      response = await begin();
    } catch (error) {
      ({ response, code } = fail(error));
    }
    try {
      await trail.record(own, response.status, code);
      return response;
    } catch (error) {
      return fail(error).response;
    }
  }

  async function serve(call: Call): Promise<ProxyResponse> {
    const claims = await readToken(call);
    const count = () => limiter(RATE_LIMIT_OF_ROLE[claims.role], toSubject(claims), call);
    await count();
    allowAction(readCourses.permission, claims, toNarrowing(claims));
    const { parts } = await parseBody(call.request, readCourses.body, limits.bodyBytes);
    const toRequest = createPartRequests(call.request);
    const asked = parts.map(async (part, index) => {
      const rule = rules[part.part];
      const own: Call = { ...call, route: rule.name, request: toRequest() };
      const response = await answer(own, async () => {
        // The first is the request itself, which has been counted.
        if (index > 0) await count();
        return read(own, claims, part, rule);
      });
      call.upstreamMs = Math.max(call.upstreamMs ?? 0, own.upstreamMs ?? 0);
      return toText(response);
    });
    const body = `{"parts":[${(await Promise.all(asked)).join()}]}`;
    return compress(call.request, { ...json(200, null), body, isUndated: true });
  }

  return { endpoint: readCourses, serve };
}
