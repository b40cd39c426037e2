import type { TokenSource } from '@instrument-panel/client';
import type { CaseloadListener } from '@instrument-panel/shared/caseload/read';
import { RemoteCaseload } from '@instrument-panel/shared/caseload/remote';
import type { ThreadOptions } from '@instrument-panel/shared/caseload/thread';
import type { KitOptions } from '../configure.ts';

/** Time for a worker to say that it is there: a policy may refuse it without a word. */
const READY_TIMEOUT_MS = 5_000;

const warn = (): void =>
  console.warn('<instrument-caseload> createWorker: no worker; the page reads the list by itself.');

/**
 * Reads a caseload in the page's worker.
 *
 * @param refuse called once if the worker's script does not run
 * @throws what `createWorker` throws
 */
export function readInWorker(
  { baseUrl, locale, createWorker }: KitOptions,
  list: Omit<ThreadOptions, 'baseUrl' | 'locale'>,
  auth: TokenSource,
  listener: CaseloadListener,
  refuse?: () => void,
): RemoteCaseload {
  let worker: Worker;
  try {
    worker = (createWorker as () => Worker)();
  } catch (refusal) {
    warn();
    throw refusal;
  }
  // A worker would resolve an address against that of its own file.
  const whole = URL.canParse(baseUrl, document.baseURI) ? new URL(baseUrl, document.baseURI).href : baseUrl;
  const reader = new RemoteCaseload(worker, { ...list, baseUrl: whole, locale }, auth, listener);
  const fail = (): void => {
    if (reader.isEnded) return;
    if (reader.isReady) {
      reader.fail();
      return;
    }
    warn();
    refuse?.();
  };
  setTimeout(() => reader.isReady || fail(), READY_TIMEOUT_MS);
  worker.addEventListener('error', fail);
  worker.addEventListener('messageerror', fail);
  return reader;
}
