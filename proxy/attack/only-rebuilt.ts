import { expect } from 'vitest';
import { headerValues, type Recorded, type StubService } from '../testing/stub-service.ts';
import { PROFESSIONAL } from '../testing/world.ts';

/** What a segment of a rebuilt path can be: a word of the specification's paths, a UUID or an integer. */
const SEGMENT = /^(?:[a-z]+(?:-[a-z]+)*|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[1-9]\d{0,15})$/;
const BASE = '/third-party/api/v1/';
/** What undici and the proxy write; nothing of the caller's has another name. */
const NAMES = new Set([
  'host',
  'connection',
  'x-api-key',
  'x-api-secret',
  'accept',
  'accept-language',
  'content-type',
  'content-length',
]);

function expectRebuilt(request: Recorded, service: StubService): void {
  const [path = '', query = ''] = request.url.split('?');
  expect(path.startsWith(BASE)).toBe(true);
  for (const segment of path.slice(BASE.length).split('/')) expect(segment).toMatch(SEGMENT);
  // Reading and writing a query anew changes nothing where it has been written anew already.
  expect(new URLSearchParams(query).toString()).toBe(query);
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  expect(names.filter((name) => !NAMES.has(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(headerValues(request, 'host')).toEqual([new URL(service.url).host]);
  expect(headerValues(request, 'x-api-key')).toEqual(['KEY-CANARY']);
  expect(headerValues(request, 'x-api-secret')).toEqual(['SECRET-CANARY']);
  if (request.body !== '') expect(JSON.stringify(JSON.parse(request.body))).toBe(request.body);
}

/** Every request that reached the service is one that the table rebuilt, with exactly one key and secret. */
export function expectOnlyRebuilt(service: StubService): void {
  for (const request of service.requests) expectRebuilt(request, service);
}

/**
 * Nothing of a request that is wrong in itself reached the service. Whether its professional has a link may have been
 * asked first, since the service tells that before anything else (404 INTEGRATION_NOT_FOUND).
 */
export function expectNothingReached(service: StubService): void {
  const asked = service.requests.map(({ method, url, body }) => `${method} ${url} ${body}`);
  expect(asked.filter((one) => one !== `GET ${BASE}professionals/${PROFESSIONAL} `)).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(1);
}
