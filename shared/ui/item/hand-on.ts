import { fhirBundle } from '../../export/fhir/bundle.ts';
import { submissionText } from '../../export/submission-text.ts';
import { save } from '../save.ts';
import type { Showing } from './content.ts';
import type { ItemReading } from './reading.ts';

const provenance = ({ title, timeZone }: Showing, { at, unreadable }: ItemReading) => ({
  title,
  timeZone,
  readAt: at,
  unreadable,
});

/**
 * Copies a submission as text for a note.
 *
 * @returns the sentence on what came of it
 */
export async function copyItem(showing: Showing, reading: ItemReading): Promise<string> {
  const { submission, instrument } = reading;
  const { copied, notCopied } = showing.item;
  const text = submissionText(showing, submission, instrument, provenance(showing, reading));
  try {
    await navigator.clipboard.writeText(text);
    return copied;
  } catch {
    // Not allowed, or a page that is not served over HTTPS, which has no clipboard at all.
    return notCopied;
  }
}

/** A random UUID (RFC 9562, version 4), also where the page is not served over HTTPS. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Saves an answered submission as a FHIR R4 Bundle. The file is named after the submission, and never the patient.
 *
 * @returns the sentence on what came of it
 */
export function saveFhir({ item, exported }: Showing, { submission, instrument }: ItemReading): string {
  const bundle = fhirBundle(submission, instrument, {
    timestamp: new Date().toISOString(),
    uuid,
    riskNote: exported.fhirRisk,
  });
  const json = JSON.stringify(bundle, null, 2);
  save(new Blob([json], { type: 'application/fhir+json' }), `submission-${submission.id}.fhir.json`);
  return instrument ? item.saved : item.savedInPart;
}
