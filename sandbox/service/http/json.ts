import type { ErrorResponse } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';
import { ServiceError, validationError } from '../errors.ts';
import type { FileReply } from './handler.ts';

/** Bodies over this many bytes are refused with 413. */
const MAX_BODY_BYTES = 65_536;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const describe = z.locales.en().localeError;

/** @throws ServiceError 413 over {@link MAX_BODY_BYTES}. */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const tooLarge = () =>
    new ServiceError(413, 'PAYLOAD_TOO_LARGE', `The body may have at most ${MAX_BODY_BYTES} bytes.`);
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export const mediaTypeOf = (request: Request): string =>
  (request.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * @throws ServiceError 413 over {@link MAX_BODY_BYTES}, 415 for another media type, 400 for a body that is not JSON or
 *   not there.
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  const isNothing = bytes.length === 0 && !request.headers.has('Content-Type');
  if (!isNothing && mediaTypeOf(request) !== 'application/json') {
    throw new ServiceError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw validationError('The body must be JSON in UTF-8.');
  }
}

/** @throws ServiceError 400 that names each field that breaks its rule. */
export function checkBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = z.safeParse(schema, body, { error: describe });
  if (result.success) return result.data;
  const sentences = result.error.issues.map(
    (issue) => `${issue.path.length === 0 ? 'body' : issue.path.join('.')}: ${issue.message}.`,
  );
  throw validationError([...new Set(sentences)].join(' '));
}

const UNCACHED = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

/** Creates a JSON response that no cache keeps. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  return new Response(JSON.stringify(body), { status, headers: { ...type, ...UNCACHED, ...headers } });
}

/** Creates a file response that no cache keeps; a browser shows it if it can. */
export function fileReply({ bytes, mediaType, filename }: FileReply): Response {
  const file = { 'Content-Type': mediaType, 'Content-Disposition': `inline; filename="${filename}"` };
  return new Response(bytes, { headers: { ...file, ...UNCACHED } });
}

/** Converts an error into a response (docs/service.md#error). */
export function errorReply({ status, code, message, allow }: ServiceError, headers = {}): Response {
  return jsonReply(status, { code, message } satisfies ErrorResponse, {
    ...(allow === undefined ? {} : { Allow: allow }),
    ...headers,
  });
}

/** The 500 of a failure, with the id under which the log has it. */
export const internalErrorReply = (message: string, traceId: string): Response =>
  jsonReply(500, { code: 'INTERNAL', message, traceId } satisfies ErrorResponse);
