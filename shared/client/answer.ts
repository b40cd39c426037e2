import type { FileReply, Reply } from './call.ts';
import type { Call } from './contract/endpoint.ts';
import { ContractError, NetworkError } from './errors.ts';
import type { Write } from './exchange.ts';
import { readLazily } from './read-lazily.ts';

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Blob;
}

/** More than any list of the service should be: what is larger would stall a page. */
const MAX_BYTES = 64 * 1024 * 1024;

/** No answer to a read, or half of one: it may be repeated. */
export const noAnswer = (endpoint: Call, status: number): NetworkError =>
  new NetworkError('no whole answer; check baseUrl, the network and the allowed origins (CORS)', {
    endpoint: endpoint.id,
    status,
    code: 'NETWORK',
    retryable: true,
  });

const typeOf = ({ headers }: Answer): string => headers.get('content-type') ?? '';

function demand(isSound: boolean, endpoint: Call, { status }: Answer, what: string): void {
  if (!isSound) {
    throw new ContractError(`the answer is not ${what}; check baseUrl`, {
      endpoint: endpoint.id,
      status,
      field: '',
    });
  }
}

/**
 * Reads the JSON of a success.
 *
 * @throws {NetworkError} for a truncated answer to a read, {@link UnknownOutcomeError} for one to a write
 * @throws {ContractError} for what is no JSON, is too large, or breaks the declaration
 */
export async function readJson(endpoint: Call, answer: Answer, write?: Write): Promise<Reply<unknown>> {
  const { status, body } = answer;
  demand(!!write || /^$|json/.test(typeOf(answer)), endpoint, answer, 'JSON');
  demand(body.size < MAX_BYTES, endpoint, answer, 'of a sane size');
  const text = await body.text();
  let raw: unknown;
  try {
    // A write may be answered with nothing where the specification has an empty object.
    raw = JSON.parse(write ? text || '{}' : text);
  } catch {
    throw write?.lost(status) ?? noAnswer(endpoint, status);
  }
  const about = { endpoint: endpoint.id, status };
  return { ...(await readLazily(endpoint.response, raw, about)), status, receivedAt: Date.now() };
}

/** Reads a document. @throws {ContractError} where the answer is of another type than declared */
export async function readFile(endpoint: Call, answer: Answer): Promise<FileReply> {
  const contentType = typeOf(answer);
  const { binary } = endpoint;
  demand(!!binary && contentType.startsWith(binary), endpoint, answer, binary ?? 'declared as a document');
  return {
    bytes: await answer.body.arrayBuffer(),
    contentType,
    status: answer.status,
    receivedAt: Date.now(),
  };
}
