/** Resolves or rejects as `work` does, or rejects with the signal's reason where that comes first. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** Waits `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Node 20 has no Promise.withResolvers.
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return abortable(waited, signal).finally(() => clearTimeout(timer));
}

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Makes a function that does equal work (by its `key`) once for all who ask while it is under way. A caller that aborts
 * leaves with its own reason. The work's signal is aborted when all have left; a later caller starts it again.
 */
export function createSingleFlight<T>() {
  const flights = new Map<string, Flight<T>>();
  return async (
    key: string,
    start: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    signal?.throwIfAborted();
    let flight = flights.get(key);
    if (!flight) {
      const controller = new AbortController();
      const started: Flight<T> = { result: start(controller.signal), controller, waiting: 0 };
      const land = () => flights.get(key) === started && flights.delete(key);
      started.result.then(land, land);
      flights.set(key, started);
      flight = started;
    }
    flight.waiting++;
    try {
      return await (signal ? abortable(flight.result, signal) : flight.result);
    } finally {
      flight.waiting--;
      if (flight.waiting === 0 && flights.get(key) === flight) {
        flights.delete(key);
        flight.controller.abort();
      }
    }
  };
}
