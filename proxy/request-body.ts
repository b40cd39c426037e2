import type * as z from 'zod/mini';
import type { ProxyRequest } from './exchange.ts';
import { invalid, Refusal, refuse } from './refusal.ts';

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

const FORMATS: Readonly<Record<string, string>> = {
  guid: 'must be a UUID',
  datetime: 'must be a date-time such as 2026-03-01T09:00:00Z',
};

function toRule(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return `must be ${issue.expected === 'int' ? 'an integer' : `of type ${issue.expected}`}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_format') return FORMATS[issue.format] ?? issue.message;
  return issue.code === 'unrecognized_keys' ? 'has fields that are not known here' : issue.message;
}

/** A sentence that names each field which breaks its rule, and never its value. */
function problems(issues: readonly z.core.$ZodIssue[]): string {
  const sentences = issues.map((issue) => `${issue.path.join('.') || 'The body'} ${toRule(issue)}.`);
  return [...new Set(sentences)].slice(0, 10).join(' ');
}

/** Whether the body comes as this type, in UTF-8 and not compressed. */
function isSentAs(type: RegExp, { headers }: ProxyRequest): boolean {
  const encoding = headers['content-encoding'] ?? 'identity';
  return type.test(headers['content-type'] ?? '') && encoding === 'identity';
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw invalid('The body must be JSON in UTF-8.');
  }
}

/** Reads a body by its schema. Throws a `Refusal`: 415 unless plain JSON, 413 over `limit` bytes, 400, also for no body. */
export async function parseBody<Schema extends z.ZodMiniType>(
  request: ProxyRequest,
  schema: Schema,
  limit: number,
): Promise<z.infer<Schema>> {
  // Whether an untyped body is there at all is known once it is read: none is an invalid body, as the service has it.
  const isUntyped = request.headers['content-type'] === undefined;
  if (!isUntyped && !isSentAs(JSON_TYPE, request)) throw refuse('UNSUPPORTED_MEDIA_TYPE');
  const bytes = await request.readBody(limit);
  if (isUntyped && bytes.length > 0) throw refuse('UNSUPPORTED_MEDIA_TYPE');
  const parsed = schema.safeParse(parseJson(bytes));
  if (!parsed.success) throw invalid(problems(parsed.error.issues));
  return parsed.data;
}

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Reads a form; null if a field comes twice (RFC 6749, section 3.2). Throws a `Refusal`: 415, 413 or 400. */
export async function readForm(
  request: ProxyRequest,
  limit: number,
): Promise<Readonly<Record<string, string>> | null> {
  if (!isSentAs(FORM_TYPE, request)) {
    const message = 'Send the body as Content-Type: application/x-www-form-urlencoded.';
    throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', message);
  }
  const bytes = await request.readBody(limit);
  let fields: URLSearchParams;
  try {
    fields = new URLSearchParams(decoder.decode(bytes));
  } catch {
    throw invalid('The body must be in UTF-8.');
  }
  const names = [...fields.keys()];
  return new Set(names).size === names.length ? Object.fromEntries(fields) : null;
}

const MULTIPART_TYPE = /^multipart\/form-data\s*;\s*boundary=/i;

/**
 * Reads a form that may hold a file. Throws a `Refusal`: 415, 413 over `limit` bytes, or 400, also if a field comes twice.
 */
export async function readMultipart(request: ProxyRequest, limit: number): Promise<FormData> {
  if (!isSentAs(MULTIPART_TYPE, request)) {
    const message = 'Send the body as Content-Type: multipart/form-data.';
    throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', message);
  }
  const bytes = await request.readBody(limit);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers }).formData();
  } catch {
    throw invalid('The body must be a whole form.');
  }
  const names = [...form.keys()];
  if (new Set(names).size < names.length) throw invalid('Each field may come once.');
  return form;
}
