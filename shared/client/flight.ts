import { abortable } from './abort.ts';

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Does equal work once for all who ask while it is under way; `key` says what is equal. */
export type SingleFlight<T> = (
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/**
 * Makes a single flight. One who aborts leaves with their own reason and the others stay; the work's signal is
 * aborted when all have left, and whoever asks after that starts anew.
 */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();
  return async (key, start, signal) => {
    signal?.throwIfAborted();
    let flight = flights.get(key);
    if (!flight) {
      const controller = new AbortController();
      const started: Flight<T> = { result: start(controller.signal), controller, waiting: 0 };
      const land = () => {
        if (flights.get(key) === started) flights.delete(key);
      };
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
