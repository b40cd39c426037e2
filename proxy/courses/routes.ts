import { type CoursePart, END_HEADER, readCourses, type TokenClaims } from '@instrument-panel/client/proxy';
import type { AnswerTrail } from '../audit/answers.ts';
import { compress } from '../compress.ts';
import { type Call, json, type ProxyRequest, type ProxyResponse } from '../exchange.ts';
import { allowAction, RATE_LIMIT_OF_ROLE, toNarrowing, toSubject } from '../forward/access.ts';
import { admit, createForward, type TokenParts } from '../forward/forward.ts';
import type { RouteRule } from '../forward/route-table.ts';
import type { Metrics } from '../metrics.ts';
import { toRefused } from '../pipeline.ts';
import { Refusal } from '../refusal.ts';
import { parseBody } from '../request-body.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { Changes } from './changes.ts';
import { type CourseMemory, type Moment, toScope } from './memory.ts';
import { createPartRules, toRawPath, toRawQuery } from './parts.ts';
import { createValidators } from './validators.ts';
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

const isWholeList = ({ paged }: RouteRule, { limit, offset }: CoursePart): boolean =>
  paged && limit === undefined && offset === undefined;

/** Makes what reads a part of the service: a list that names no page to its end. */
function createPartReader(
  settings: Settings,
  { service, audit }: Pick<TokenParts, 'service' | 'audit'>,
): (own: Call, claims: TokenClaims, part: CoursePart, rule: RouteRule) => Promise<ProxyResponse> {
  const { limits, clock } = settings;
  const forward = createForward(settings, service, audit);
  return (own, claims, part, rule) => {
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
    if (!isWholeList(rule, part)) return ask();
    const isTimeLeft = (): boolean => clock() - startedAt < limits.upstreamMs / 2;
    return readWholeList({ ask, rows: limits.pageMax, isTimeLeft });
  };
}

/** What a request asks of the memory. */
interface Recall {
  /** Null where nothing is remembered. */
  readonly asked: Moment | null;
  /** Begins the name of each answer: who asks, and in which languages. */
  readonly scope: string;
  /** Keeps what was read; all of it at the end, or nothing. */
  readonly keep: (() => void)[];
}

/**
 * Makes what gives a part from memory, if it was read in the last seconds for the same person and nothing has changed since.
 * What the caller may read is checked before. An answer that the caller has already is not given again.
 */
function createPartMemory(
  { clock, ring }: Pick<Settings, 'clock' | 'ring'>,
  read: ReturnType<typeof createPartReader>,
  { memory, changes }: CourseMemoryParts,
  metrics: Pick<Metrics, 'coursePart'>,
) {
  const validators = createValidators(ring);

  async function readAnew(
    recall: Recall,
    name: string,
    own: Call,
    claims: TokenClaims,
    part: CoursePart,
    rule: RouteRule,
  ) {
    const response = validators.tag(name, await read(own, claims, part, rule));
    const { asked, keep } = recall;
    const { isUndated, headers } = response;
    // Without a date it would look as if it were read anew; a list without its end may have lost a page.
    if (asked && !isUndated && (!isWholeList(rule, part) || headers[END_HEADER]))
      keep.push(() => memory.keep(name, { response, shown: own.shown, claims, asked }));
    return response;
  }

  return {
    async begin({ request }: Call, claims: TokenClaims): Promise<Recall> {
      const [at, since] = [clock(), performance.now()];
      const stamp = memory.isOn ? await changes.stamp() : null;
      const scope = JSON.stringify([toScope(claims), request.headers['accept-language']]);
      return { asked: stamp === null ? null : { at, since, stamp }, scope, keep: [] };
    },
    async read(recall: Recall, own: Call, claims: TokenClaims, part: CoursePart, rule: RouteRule) {
      const rawPath = toRawPath(rule, part);
      const name = `${recall.scope} ${part.part} ${JSON.stringify(rawPath)} ${toRawQuery(rule, part)}`;
      const isKnown = recall.asked !== null && !admit(own, claims, rule, rawPath).isMalformed;
      const kept = isKnown ? memory.find(name, recall.asked) : undefined;
      metrics.coursePart(kept ? 'memory' : 'service');
      if (kept) Object.assign(own, { shown: kept.shown });
      const response = kept?.response ?? (await readAnew(recall, name, own, claims, part, rule));
      return validators.condition(response, part.ifNoneMatch);
    },
  };
}

export interface CourseMemoryParts {
  readonly memory: CourseMemory;
  readonly changes: Changes;
}

/** `POST /courses`: parts of courses in one request, each served as the read that it is. */
export function createCoursesRoute(
  settings: Settings,
  tokenParts: TokenParts,
  trail: Pick<AnswerTrail, 'record'>,
  metrics: Pick<Metrics, 'refused' | 'coursePart'>,
  remembered: CourseMemoryParts,
): OwnRoute {
  const { readToken, limiter } = tokenParts;
  const { limits } = settings;
  const rules = createPartRules(settings.patients);
  const answers = createPartMemory(settings, createPartReader(settings, tokenParts), remembered, metrics);

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
    const recall = await answers.begin(call, claims);
    const asked = parts.map(async (part, index) => {
      const rule = rules[part.part];
      const own: Call = { ...call, route: rule.name, request: toRequest() };
      const response = await answer(own, async () => {
        // The first is the request itself, which has been counted.
        if (index > 0) await count();
        return answers.read(recall, own, claims, part, rule);
      });
      call.upstreamMs = Math.max(call.upstreamMs ?? 0, own.upstreamMs ?? 0);
      return response;
    });
    const all = await Promise.all(asked);
    // Of an answer of which a part failed nothing is kept.
    if (all.every(({ status }) => status < 400)) for (const keep of recall.keep) keep();
    const body = `{"parts":[${all.map(toText).join()}]}`;
    return compress(call.request, { ...json(200, null), body, isUndated: true });
  }

  return { endpoint: readCourses, serve };
}
