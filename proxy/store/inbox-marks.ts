import type { EventHint } from './inbox.ts';

/**
 * What a repeat of this event would carry: its id, and for a closing its kind, application and instant, since
 * "`canceledAt` distinguishes the closing cycles" (States and transitions).
 */
export function marksOf({ id, kind, applicationId, canceledAt }: EventHint): string[] {
  const isClosing = applicationId !== undefined && canceledAt !== undefined;
  return isClosing ? [`id:${id}`, `closing:${kind}:${applicationId}:${canceledAt}`] : [`id:${id}`];
}
