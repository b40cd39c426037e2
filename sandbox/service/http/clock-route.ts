import { isDateTime } from '@instrument-panel/client/params';
import * as z from 'zod/mini';
import { addDuration, isInCalendar } from '../calendar.ts';
import { iso } from '../clock.ts';
import { invalid, ServiceError } from '../errors.ts';
import type { Service } from '../service.ts';
import { checkBody, readJson } from './body.ts';
import { errorReply, jsonReply } from './reply.ts';

const Move = z.object({ now: z.optional(z.string()), advance: z.optional(z.string()) });

/** The instant that the body asks for. */
function target(service: Service, body: z.infer<typeof Move>): number {
  const { now, advance } = body;
  if ((now === undefined) === (advance === undefined)) {
    throw invalid('now: send either now, a date-time, or advance, a duration such as P7D.');
  }
  if (now !== undefined) {
    if (!isDateTime(now) || !isInCalendar(Date.parse(now)))
      throw invalid('now: must be a date-time such as 2026-03-01T09:00:00Z.');
    return Date.parse(now);
  }
  const at = addDuration(service.clock.now(), advance ?? '');
  if (at === null) throw invalid('advance: must be an ISO 8601 duration such as P7D, P1M or PT12H.');
  return at;
}

/**
 * `GET` and `POST /sandbox/clock`. A move answers after every transition that fell due on the way has
 * happened, each at its own instant.
 */
export async function clockRoute(service: Service, request: Request): Promise<Response> {
  if (request.method === 'POST') {
    const at = target(service, checkBody(Move, await readJson(request)) as z.infer<typeof Move>);
    service.moveClock(at);
  } else if (request.method !== 'GET') {
    const error = new ServiceError(405, 'METHOD_NOT_ALLOWED', 'This address takes GET, POST.');
    return errorReply(error, { Allow: 'GET, POST' });
  }
  return jsonReply(200, { now: iso(service.clock.now()) });
}
