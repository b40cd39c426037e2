import { DateTime, Id, Uuid } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';
import type { EventHint } from '../storage/storage.ts';

const KIND = /^[\w.:-]{1,64}$/;
/** Kind of an event whose own name is missing or no name at all. */
export const UNKNOWN_KIND = 'UNKNOWN';

const lower = z.pipe(
  Uuid,
  z.transform((uuid) => uuid.toLowerCase()),
);
const instant = z.pipe(
  DateTime,
  z.transform((text) => new Date(text).toISOString()),
);

/** The identifiers that are kept, each with what it has to look like. Nothing else of a payload is. */
const IDENTIFIERS = {
  submissionId: Id,
  applicationId: Id,
  patientId: lower,
  professionalId: lower,
  formTemplateId: lower,
  externalProfessionalId: z.string().check(z.minLength(1), z.maxLength(200)),
  canceledAt: instant,
} as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function identifiersOf(data: Record<string, unknown>): Partial<EventHint> {
  const found = Object.entries(IDENTIFIERS).flatMap(([name, schema]) => {
    const read = schema.safeParse(data[name]);
    return read.success ? [[name, read.data]] : [];
  });
  return Object.fromEntries(found) as Partial<EventHint>;
}

/**
 * Reads what is kept of a signed delivery. Only the envelope's `id` is specified: a kind that is not known is
 * kept, and an identifier that is missing or of another form is left out.
 *
 * @returns null where it is no JSON object with an `id`
 */
export function readHint(body: Uint8Array): EventHint | null {
  const envelope = parse(body);
  if (!isObject(envelope)) return null;
  const id = lower.safeParse(envelope.id);
  if (!id.success) return null;
  const { event } = envelope;
  const kind = typeof event === 'string' && KIND.test(event) ? event : UNKNOWN_KIND;
  const data = isObject(envelope.data) ? envelope.data : {};
  return { ...identifiersOf(data), id: id.data, kind };
}
