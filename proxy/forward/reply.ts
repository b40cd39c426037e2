import type { Settings } from '../options.ts';
import { type DocumentPipe, mediaType } from './document.ts';
import type { Ask } from './service.ts';
import { serviceError } from './service-error.ts';
import { type UpstreamReply, unreadable } from './upstream.ts';

/** A success of the service: a JSON value, a document, or nothing at all. */
export type Reply =
  | { readonly kind: 'json'; readonly status: number; readonly value: unknown }
  | { readonly kind: 'document'; readonly status: number; readonly type: string; readonly pipe: DocumentPipe }
  | { readonly kind: 'empty'; readonly status: number };

/** Reads what the service sent. Throws the `Refusal` of its error, or 502 for what cannot be read. */
export function readReply(ask: Ask, reply: UpstreamReply, settings: Settings): Reply {
  const { status, body, document } = reply;
  if (document) return { kind: 'document', status, type: mediaType(reply.headers), pipe: document };
  // A part (206) of what was asked for as a whole would look like the whole.
  if (status === 206) throw unreadable();
  if (status < 200 || status > 299) throw serviceError(reply, ask, settings);
  if (body.length === 0) {
    // Some writes answer with nothing; a read that does has gone wrong.
    if (ask.endpoint.effect === 'write') return { kind: 'empty', status };
    throw unreadable();
  }
  if (mediaType(reply.headers) !== 'application/json') throw unreadable();
  try {
    return { kind: 'json', status, value: JSON.parse(body.toString('utf8')) };
  } catch {
    throw unreadable();
  }
}
