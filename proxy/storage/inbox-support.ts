import type { DeliveredEvent } from './storage.ts';

/**
 * The marks by which a repeat of this event is recognised: its id, and for a closing its kind, application and
 * instant, since "`canceledAt` distinguishes the closing cycles" (docs/service.md, Idle closing).
 */
export function toRepeatMarks({ id, kind, applicationId, canceledAt }: DeliveredEvent): string[] {
  const isClosing = applicationId !== undefined && canceledAt !== undefined;
  return isClosing ? [`id:${id}`, `closing:${kind}:${applicationId}:${canceledAt}`] : [`id:${id}`];
}

/** Callbacks that wait for new events, and the watch of the storage, which runs only while there are any. */
interface Watchers {
  readonly add: (onNews: () => void) => () => void;
  readonly notify: () => void;
}

/** @param start begins to watch for what others wrote, and gives the function that ends it */
export function createWatchers(start: () => () => void): Watchers {
  const watching = new Set<() => void>();
  let stop: (() => void) | undefined;
  return {
    add(onNews) {
      // One entry for each call, also if the same function is given twice.
      const notifyOne = (): void => onNews();
      watching.add(notifyOne);
      stop ??= start();
      return () => {
        watching.delete(notifyOne);
        if (watching.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    notify() {
      for (const notifyOne of watching) notifyOne();
    },
  };
}
