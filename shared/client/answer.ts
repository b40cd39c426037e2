import type { FileReply, RawAnswer, Reply } from './call.ts';
import type { Call } from './contract/endpoint.ts';
import { END_HEADER } from './contract/proxy-api/protocol.ts';
import { ContractError } from './errors.ts';
import { readAnswer } from './read.ts';
import { lostAnswer } from './refusal.ts';

/** Largest answer that is read, in bytes: more than any list of the service should be, and less than stalls a page. */
const ANSWER_MAX_BYTES = 64 * 1024 * 1024;

const typeOf = ({ headers }: RawAnswer): string => headers.get('content-type') ?? '';

function demand(
  isSound: boolean,
  { id }: Call,
  { status }: RawAnswer,
  what: string,
  code = 'CONTRACT',
): void {
  if (isSound) return;
  throw new ContractError(`the answer is not ${what}; check baseUrl`, {
    endpoint: id,
    status,
    code,
    field: '',
  });
}

/**
 * Reads the JSON of a success. An answer that was cut off is a {@link NetworkError}, to a write an outcome unknown.
 *
 * @throws {ContractError} for an answer that is not JSON, is too large, or breaks the declaration
 */
export async function readJson(endpoint: Call, answer: RawAnswer): Promise<Reply<unknown>> {
  const { status, body } = answer;
  const isWrite = endpoint.effect === 'write';
  demand(isWrite || /^$|json/.test(typeOf(answer)), endpoint, answer, 'JSON', 'NOT_JSON');
  demand(body.size < ANSWER_MAX_BYTES, endpoint, answer, 'of a sane size');
  const text = await body.text();
  let raw: unknown;
  try {
    // A write may be answered with nothing where the service's interface has an empty object.
    raw = JSON.parse(isWrite ? text || '{}' : text);
  } catch {
    throw lostAnswer(endpoint, status);
  }
  const about = { endpoint: endpoint.id, status };
  const sentAt = Date.parse(answer.headers.get('date') ?? '') || null;
  return {
    ...readAnswer(endpoint.readPlan?.() ?? endpoint.response, raw, about),
    status,
    receivedAt: Date.now(),
    sentAt,
    isWhole: answer.headers.get(END_HEADER) === 'true',
  };
}

/** Reads a document. @throws {ContractError} where the answer is of another type than declared */
export async function readFile(endpoint: Call, answer: RawAnswer): Promise<FileReply> {
  const contentType = typeOf(answer);
  const { binary } = endpoint;
  demand(!!binary && contentType.startsWith(binary), endpoint, answer, binary ?? 'declared as a document');
  const { status, body } = answer;
  return { bytes: await body.arrayBuffer(), contentType, status, receivedAt: Date.now() };
}
