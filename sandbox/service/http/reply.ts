import type { ErrorResponse } from '@instrument-panel/client/contract';
import type { ServiceError } from '../errors.ts';
import type { FileReply } from './handler.ts';

/** A JSON response that no cache keeps. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  });
}

/** A file that no cache keeps, shown where the reader can show it. */
export function fileReply({ bytes, mediaType, filename }: FileReply): Response {
  return new Response(bytes, {
    headers: {
      'Content-Type': mediaType,
      'Content-Disposition': `inline; filename="${filename}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** An error as the specification has it: ErrorResponse. */
export function errorReply(error: ServiceError, headers?: Record<string, string>): Response {
  const body: ErrorResponse = { code: error.code, message: error.message };
  return jsonReply(error.status, body, headers);
}
