import { UsageError } from './command.ts';

const DAY_MS = 86_400_000;
const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const WHAT_TO_WRITE =
  'a day (YYYY-MM-DD, such as 2026-05-01) or an instant (such as 2026-05-01T10:00:00Z) of ISO 8601';

/** What an option names, in milliseconds since 1970: the whole day from `start` to before `end`, or an instant, which has no length. */
interface Moment {
  readonly start: number;
  readonly end: number;
}

/** Day and month are compared with what was made of them, since `Date` takes 31 November for 1 December. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Reads a day or an instant, in UTC unless it says otherwise. Throws a UsageError. */
export function readMoment(name: string, text: string): Moment {
  const [, year, month, day, zone] = FORM.exec(text) ?? [];
  if (day === undefined) throw new UsageError(`--${name} must be ${WHAT_TO_WRITE}.`);
  if (!isDay(Number(year), Number(month), Number(day)))
    throw new UsageError(`--${name}: there is no day ${year}-${month}-${day}. It must be ${WHAT_TO_WRITE}.`);
  const isWholeDay = !text.includes('T');
  // Without a zone Date.parse takes an instant for one of this machine's.
  const start = Date.parse(isWholeDay || zone !== undefined ? text : `${text}Z`);
  if (Number.isNaN(start)) throw new UsageError(`--${name} must be ${WHAT_TO_WRITE}.`);
  return { start, end: isWholeDay ? start + DAY_MS : start };
}

/** A time that is searched, in milliseconds since 1970; `until` is not of it. */
export interface Period {
  readonly since: number;
  readonly until: number;
  /** The period for people. */
  readonly sentence: string;
}

/** Reads `--since` and `--until`: a day is of the period as a whole. Throws a UsageError for an empty period. */
export function readPeriod(since: string | undefined, until: string | undefined): Period {
  const from = since === undefined ? 0 : readMoment('since', since).start;
  const to = until === undefined ? Date.now() + 1 : readMoment('until', until).end;
  if (to <= from)
    throw new UsageError(
      until === undefined
        ? `--since ${since} is still to come. It must be ${WHAT_TO_WRITE}, from the past.`
        : `--until ${until} is not after --since ${since}. Each must be ${WHAT_TO_WRITE}, the earlier one as --since.`,
    );
  const beginning = since === undefined ? 'the beginning' : new Date(from).toISOString();
  const sentence = `Searched: from ${beginning} to before ${new Date(to).toISOString()} (UTC).`;
  return { since: from, until: to, sentence };
}
