/** A proxy that serves `POST /courses`, for pages of tests: each part is the read by itself, and lists are read to their end. @module */

import { readWholeList } from '../../proxy/courses/whole-list.ts';
import type { ProxyResponse } from '../../proxy/exchange.ts';
import { BASE_PATH } from '../../shared/client/contract/index.ts';
import { COURSE_PARTS, type CoursePart } from '../../shared/client/contract/proxy-api/index.ts';

const PAGED = ['submissions', 'scores', 'plans'];
const FAILED: ProxyResponse = {
  status: 503,
  headers: {},
  body: '{"code":"SERVICE_UNAVAILABLE","message":"no"}',
};

async function answerPart(part: CoursePart, ask: (path: string) => Promise<Response>) {
  const { path, query } = COURSE_PARTS[part.part];
  const at = BASE_PATH + path.replace(/\{(\w+)\}/g, (_, name: keyof CoursePart) => String(part[name]));
  const read = async (page: object = {}) => {
    const given = Object.entries({ ...part, ...page }).filter(([name]) => name in query);
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const response = await ask(at + (search.size > 0 ? `?${search}` : ''));
    const { status } = response;
    const body = await response.text();
    const headers = Object.fromEntries(response.headers);
    return { status, headers, body };
  };
  if (!PAGED.includes(part.part) || part.limit !== undefined) return read();
  const first = await read({ limit: 200, offset: 0 });
  if (first.status !== 200 || !first.body.startsWith('[')) return first;
  const later = async (page: { limit: number; offset: number }) => (page.offset === 0 ? first : read(page));
  return readWholeList({ ask: later, rows: 200, isTimeLeft: () => true });
}

/**
 * Answers a request for parts: one that gets no answer failed at the service, unless none gets any. What is not JSON came from
 * something before the proxy, which answers the request as a whole.
 */
export async function answerCourses(
  { parts }: { readonly parts: readonly CoursePart[] },
  ask: (path: string) => Promise<Response>,
): Promise<Response> {
  const settled = await Promise.allSettled(parts.map((part) => answerPart(part, ask)));
  const lost = settled.find((one) => one.status === 'rejected');
  if (lost && settled.every((one) => one.status === 'rejected')) throw lost.reason;
  const answers = settled.map((one) => (one.status === 'fulfilled' ? one.value : FAILED));
  const other = answers.find(({ headers }) => headers['content-type']?.startsWith('text/html'));
  if (other) return new Response(String(other.body), other);
  const texts = answers.map(
    ({ status, headers, body }) =>
      `{"status":${status},"headers":${JSON.stringify(headers)},"body":${String(body) || 'null'}}`,
  );
  return new Response(`{"parts":[${texts.join()}]}`, { headers: { 'content-type': 'application/json' } });
}
