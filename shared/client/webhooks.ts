/** Verification of webhook deliveries, with WebCrypto. For servers only, since it takes the secret. @module */
import { SIGNATURE_TOLERANCE_SECONDS } from './contract/limits.ts';
import {
  APPLICATION_CANCELED_IDLE,
  ApplicationCanceledIdleEvent,
  SIGNATURE_PATTERN,
  SUBMISSION_ANSWERED,
  SubmissionAnsweredEvent,
  WebhookEnvelope,
} from './contract/webhook.ts';

export {
  type ApplicationCanceledIdleEvent,
  EVENT_ID_HEADER,
  SIGNATURE_HEADER,
  type SubmissionAnsweredEvent,
  type WebhookEnvelope,
} from './contract/webhook.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const toBytes = (text: string): Bytes => new TextEncoder().encode(text);

async function isSignedWith(secret: string, signature: Bytes, signed: Bytes): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', toBytes(secret), algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, signed);
}

/**
 * Checks `t=<unix>,v1=<hex>`, the HMAC-SHA256 of `<t>.<raw body>`. Every secret is tried, each in constant time, so that
 * the time it takes does not tell which one came near. The parameters are those of {@link verifyWebhook}.
 */
export async function checkSignature(
  header: string | null | undefined,
  body: Uint8Array,
  secrets: readonly string[],
  nowMs: number,
): Promise<'valid' | 'forged' | 'untimely'> {
  if (!header || !SIGNATURE_PATTERN.test(header)) return 'forged';
  const [time = '', hex = ''] = header.slice('t='.length).split(',v1=');
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const prefix = toBytes(`${time}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  const matches = await Promise.all(secrets.map((secret) => isSignedWith(secret, signature, signed)));
  if (!matches.includes(true)) return 'forged';
  const skewSeconds = Math.abs(Math.floor(nowMs / 1_000) - Number(time));
  return skewSeconds <= SIGNATURE_TOLERANCE_SECONDS ? 'valid' : 'untimely';
}

/** Why a delivery is not to be believed; `untimely` only where the signature is right but for its time. */
type WebhookFault = 'unsigned' | 'forged' | 'untimely' | 'unreadable';

const REMEDIES: Readonly<Record<WebhookFault, string>> = {
  unsigned: 'the header X-Service-Signature is missing',
  forged:
    'compare the secrets, and pass the raw bytes of the body: parsed and written anew it is another body',
  untimely: 'compare the clocks: the signature is more than 300 seconds away from the clock here',
  unreadable: 'the delivery is signed, and is not a JSON object with the id of the event',
};

/** A delivery that is not to be believed; answer 401, or 400 for `unreadable`. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault) {
    super(`Webhook delivery refused (${fault}): ${REMEDIES[fault]}.`);
    this.fault = fault;
  }
}

/**
 * A delivery that is believed, by its `type`. `OTHER` is a kind that is not known here, or one whose identifiers could not
 * be read: keep it, and look at its `event` and `data`.
 */
export type WebhookEvent =
  | (SubmissionAnsweredEvent & { readonly type: typeof SUBMISSION_ANSWERED })
  | (ApplicationCanceledIdleEvent & { readonly type: typeof APPLICATION_CANCELED_IDLE })
  | (WebhookEnvelope & { readonly type: 'OTHER' });

function toEvent(envelope: WebhookEnvelope): WebhookEvent {
  const answered = SubmissionAnsweredEvent.safeParse(envelope);
  if (answered.success) return { ...answered.data, type: SUBMISSION_ANSWERED };
  const closed = ApplicationCanceledIdleEvent.safeParse(envelope);
  if (closed.success) return { ...closed.data, type: APPLICATION_CANCELED_IDLE };
  return { ...envelope, type: 'OTHER' };
}

/** The options of {@link verifyWebhook}. */
export interface WebhookOptions {
  /** The current secret, and the previous one while it is being replaced. */
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. Default: `Date.now()`. */
  readonly nowMs?: number;
}

/**
 * Verifies a webhook delivery and reads its event. An event is a hint: read the state that it is about anew, store
 * the event by its `id` before answering 204, and expect it more than once.
 *
 * @param body the raw bytes of the delivery, before any parser
 * @param signature value of the header `X-Service-Signature`
 * @throws {WebhookError} with its `fault`
 *
 * @example
 * ```ts
 * import { SIGNATURE_HEADER, verifyWebhook } from '@instrument-panel/client/webhooks';
 *
 * export async function POST(request: Request): Promise<Response> {
 *   const body = new Uint8Array(await request.arrayBuffer());
 *   const signature = request.headers.get(SIGNATURE_HEADER);
 *   const secrets = [process.env.WEBHOOK_SECRET ?? ''];
 *   const event = await verifyWebhook(body, signature, { secrets });
 *   if (event.type === 'SUBMISSION_ANSWERED') console.log('read anew', event.data.submissionId);
 *   else console.log('stored', event.id, event.type);
 *   return new Response(null, { status: 204 });
 * }
 * ```
 */
export async function verifyWebhook(
  body: Uint8Array,
  signature: string | null | undefined,
  { secrets, nowMs = Date.now() }: WebhookOptions,
): Promise<WebhookEvent> {
  if (signature === null || signature === undefined) throw new WebhookError('unsigned');
  const verdict = await checkSignature(signature, body, secrets, nowMs);
  if (verdict !== 'valid') throw new WebhookError(verdict);
  let raw: unknown;
  try {
    raw = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookError('unreadable');
  }
  const envelope = WebhookEnvelope.safeParse(raw);
  if (!envelope.success) throw new WebhookError('unreadable');
  return toEvent(envelope.data);
}
