import { createHmac, randomUUID } from 'node:crypto';
import { SIGNATURE_HEADER } from '@instrument-panel/client/contract';
import { FORM, PATIENT, PROFESSIONAL } from './world.ts';

export const SECRET = 'WEBHOOK-SECRET-CANARY-current';
export const PREVIOUS_SECRET = 'WEBHOOK-SECRET-CANARY-previous';

/** The signature of a body as the service makes it (Events), at a time in seconds. */
export function signatureOf(body: string | Uint8Array, seconds: number, secret = SECRET): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${v1}`;
}

/** The body of an answered submission of the test's own patient; `data` adds to or replaces its identifiers. */
export function answeredBody(submissionId: number, data: object = {}, id: string = randomUUID()): string {
  const identifiers = { submissionId, applicationId: 5, externalProfessionalId: 'staff-7' };
  const whose = { professionalId: PROFESSIONAL, patientId: PATIENT, formTemplateId: FORM };
  return JSON.stringify({ id, event: 'SUBMISSION_ANSWERED', data: { ...identifiers, ...whose, ...data } });
}

/** Delivers a body to a proxy, signed now unless a signature is given. */
export function deliver(
  proxyUrl: string,
  body: string | Uint8Array<ArrayBuffer>,
  { signature, headers = {} }: { signature?: string | null; headers?: Record<string, string> } = {},
): Promise<Response> {
  const sent = signature === undefined ? signatureOf(body, Math.floor(Date.now() / 1000)) : signature;
  return fetch(`${proxyUrl}/webhooks`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...(sent ? { [SIGNATURE_HEADER]: sent } : {}),
      ...headers,
    },
  });
}
