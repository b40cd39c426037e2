import { Refusal } from '../refusal.ts';

const RETRY_SECONDS = '5';

/** The places for streams: so many in all, and so many for one person. */
export interface Places {
  /** Takes a place, and gives the function that gives it back. Throws a `Refusal`: 429 or 503. */
  readonly take: (subject: string) => () => void;
}

const tooMany = (status: 429 | 503, message: string) =>
  new Refusal(status, 'TOO_MANY_STREAMS', message, { headers: { 'retry-after': RETRY_SECONDS } });

/** Makes the places. */
export function createPlaces(total: number, perSubject: number): Places {
  const taken = new Map<string, number>();
  let count = 0;
  return {
    take(subject) {
      const own = taken.get(subject) ?? 0;
      if (own >= perSubject) {
        throw tooMany(429, 'Too many event streams are open for this person. Close one, then try again.');
      }
      if (count >= total) throw tooMany(503, 'The proxy has no event stream left. Try again in a moment.');
      count += 1;
      taken.set(subject, own + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        count -= 1;
        const left = (taken.get(subject) ?? 1) - 1;
        if (left > 0) taken.set(subject, left);
        else taken.delete(subject);
      };
    },
  };
}
