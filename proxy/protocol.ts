import { PROTOCOL } from '@instrument-panel/client/proxy';
import { Refusal } from './refusal.ts';

/** The protocols that this proxy serves. */
export const SERVED_PROTOCOLS = { oldest: 1, newest: PROTOCOL } as const;

const PARAMETER = /;\s*protocol=(\d{1,9})\b/;

/**
 * Refuses a caller whose protocol is not served: an answer could mean something else to it. One that names none is no
 * page of ours, or calls what has no protocol.
 *
 * @param accept the request's `Accept`
 * @throws {Refusal} 406 `PROTOCOL_NOT_SERVED`, which says which of the two is to be updated
 */
export function demandServedProtocol(
  accept: string | undefined,
  { oldest, newest }: Readonly<Record<'oldest' | 'newest', number>> = SERVED_PROTOCOLS,
): void {
  if (accept === undefined) return;
  const [, named] = PARAMETER.exec(accept) ?? [];
  const spoken = Number(named ?? newest);
  if (spoken >= oldest && spoken <= newest) return;
  const serves = oldest === newest ? `${newest}` : `${oldest} to ${newest}`;
  const late =
    spoken > newest ? '@instrument-panel/proxy' : "the page's @instrument-panel/widget, or the extension";
  const message = `The page speaks protocol ${spoken}, and this proxy serves ${serves}: update ${late}.`;
  throw new Refusal(406, 'PROTOCOL_NOT_SERVED', message);
}
