import { decodeQuery } from '@instrument-panel/client/contract';
import { count, text } from '@instrument-panel/client/params';
import { invalid } from '../errors.ts';
import { preferredLanguage } from '../language.ts';
import { type MessageRow, outboxJson } from '../outbox/message.ts';
import type { Service } from '../service.ts';
import type { ControlRoute } from './control-route.ts';
import { jsonReply } from './reply.ts';

const QUERY = { to: text, limit: count, offset: count };
const LIMIT = 100;

/**
 * `GET /sandbox/outbox?to=&limit=&offset=`: what would have been sent to an e-mail address or a number, or to
 * anybody, newest first; 100 messages where no limit is given. Spaces in `to` are read as `+`.
 * A malformed `limit` or `offset` is 400.
 */
export const outboxRoute = (service: Service): ControlRoute => ({
  GET: (request) => {
    const { values, problems } = decodeQuery(QUERY, new URL(request.url).searchParams);
    if (problems.length > 0) throw invalid(problems.map(({ message }) => message).join(' '));
    service.runDue();
    const to = typeof values.to === 'string' ? values.to.replaceAll(' ', '+') : null;
    const rows = service.store.all<MessageRow>(
      `SELECT * FROM message ${to === null ? '' : 'WHERE recipient = ?'} ORDER BY id DESC LIMIT ? OFFSET ?`,
      ...(to === null ? [] : [to]),
      Number(values.limit ?? LIMIT),
      Number(values.offset ?? 0),
    );
    const language = preferredLanguage(request.headers.get('Accept-Language'), service.language);
    return jsonReply(
      200,
      rows.map((row) => outboxJson(service, row, language)),
    );
  },
});
