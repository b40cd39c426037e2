import type { Call, ProxyResponse } from '../exchange.ts';
import type { Log } from '../log.ts';
import { invalid, originNotAllowed, Refusal } from '../refusal.ts';
import type { Inbox } from '../storage/storage.ts';
import { readHint } from './hint.ts';
import { verifySignature } from './signature.ts';

/** Largest delivery, in bytes. */
export const LARGEST_DELIVERY = 65_536;

export interface ReceiverParts {
  readonly secrets: readonly string[];
  readonly inbox: () => Promise<Inbox>;
  readonly clock: () => number;
  readonly log: Log;
  /** Told that an event could not be stored. */
  readonly onNotStored: () => void;
}

const forged = () =>
  new Refusal(401, 'SIGNATURE_INVALID', 'The delivery is not signed with a secret that is known here.');
const untimely = () =>
  new Refusal(
    401,
    'SIGNATURE_UNTIMELY',
    'The signature is more than 300 seconds away from the clock here. Compare the clocks, and sign each try anew.',
  );
const unreadable = () => invalid('The delivery must be a JSON object with the id of the event, a UUID.');
const notStored = () =>
  new Refusal(503, 'NOT_STORED', 'The event could not be stored. Deliver it again.', {
    headers: { 'retry-after': '5' },
  });

/**
 * `POST /webhooks`: takes a delivery of the service (Events). The signature is checked over the raw bytes before
 * anything is parsed, and 204 means that the event is on disk. A repeat is 204 again and stored once.
 */
export function createReceiver(parts: ReceiverParts): (call: Call) => Promise<ProxyResponse> {
  const { secrets, inbox, clock, log, onNotStored } = parts;

  return async ({ request }) => {
    // The service is no page: whatever comes with an origin was sent by a browser.
    if (request.headers.origin !== undefined) throw originNotAllowed();
    const body = await request.readBody(LARGEST_DELIVERY);
    const verdict = verifySignature(request.headers['x-service-signature'], body, secrets, clock());
    if (verdict !== 'valid') throw verdict === 'forged' ? forged() : untimely();
    const hint = readHint(body);
    if (!hint) throw unreadable();
    try {
      await (await inbox()).take(hint, clock());
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      log({ at: new Date(clock()).toISOString(), level: 'error', event: 'event-not-stored', hint: name });
      onNotStored();
      throw notStored();
    }
    return { status: 204, headers: {}, body: null };
  };
}
