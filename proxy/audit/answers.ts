import { randomUUID } from 'node:crypto';
import type { Call } from '../exchange.ts';
import { jtiHash, toTimestamp } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { refuse } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { Audit } from './audit.ts';
import { type AuditIds, type AuditOutcome, type NewEntry, UNKNOWN_CALLER } from './entry.ts';

/** Time over which refusals are counted into one row. */
const TALLY_INTERVAL_MS = 60_000;
/** Rows of unknown callers' addresses in that time; all further addresses share one for each status. */
const ADDRESS_ROWS_MAX = 100;
/** Route of a row that counts refusals of several routes. */
const UNKNOWN_ROUTE = 'refused';
const OTHER_ADDRESSES = '(others)';
/** Refusals of known persons that no rate bounds: the first has its row, later ones are counted. */
const isUnbounded = ({ status, code }: AuditOutcome): boolean =>
  status === 429 || code === 'ORIGIN_NOT_ALLOWED';

/** With 304 the caller has the data already, and learns that they still hold. */
const hasData = (status: number): boolean => status < 300 || status === 304;

/** At 499 the caller went away before there was an answer. */
const isRefusal = (status: number): boolean => status >= 400 && status < 499;

/** The ids of a request with the patients of its answer: one by itself, several as a list. */
export function toShownIds({ about = {}, shown = [] }: Pick<Call, 'about' | 'shown'>): AuditIds {
  const others = shown.filter((id) => id !== about.patientId);
  const [only] = others;
  if (only === undefined) return about;
  if (others.length === 1 && about.patientId === undefined) return { ...about, patientId: only };
  return { ...about, patientIds: others };
}

type Counts = Record<string, number>;

/** Counts refusals by caller until their row is written. */
function createTallies(append: (entry: NewEntry) => void, now: () => string) {
  const tallies = new Map<string, { readonly entry: NewEntry; readonly counts: Counts }>();
  let timer: NodeJS.Timeout | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const all = [...tallies.values()];
    tallies.clear();
    for (const { entry, counts } of all) {
      if (Object.keys(counts).length > 0)
        append({ ...entry, at: now(), attempt: randomUUID(), since: entry.at, counts });
    }
  }
  return {
    flush,
    has: (name: string): boolean => tallies.has(name),
    size: (): number => tallies.size,
    begin(name: string, entry: NewEntry): void {
      tallies.set(name, { entry, counts: {} });
      timer ??= setTimeout(flush, TALLY_INTERVAL_MS).unref();
    },
    count(name: string, code: string): void {
      const counts = tallies.get(name)?.counts;
      if (counts) counts[code] = (counts[code] ?? 0) + 1;
    },
  };
}

type ToEntry = (call: Call, outcome: AuditOutcome, ids: AuditIds) => NewEntry;

/** Makes the rows of answers. */
const createToEntry =
  (now: () => string, trustedProxyHops: number): ToEntry =>
  (call, outcome, ids) => {
    const from = call.request.address?.(trustedProxyHops) ?? undefined;
    const { id, route, who = UNKNOWN_CALLER, jti = '' } = call;
    const entry = { at: now(), attempt: id, route, who, jti: jtiHash(jti), ids, outcome };
    return from ? { ...entry, from } : entry;
  };

/** Counts the refusals of unknown callers by address, status and code. */
function createUnknownTallies(append: (entry: NewEntry) => void, now: () => string, toEntry: ToEntry) {
  const tallies = createTallies(append, now);
  return {
    flush: tallies.flush,
    count(call: Call, status: number, code: string): void {
      const entry = toEntry(call, { kind: 'refused', status }, {});
      const own = `${entry.from} ${status}`;
      const isOwn = entry.from !== undefined && (tallies.has(own) || tallies.size() < ADDRESS_ROWS_MAX);
      const from = isOwn && entry.from ? entry.from : OTHER_ADDRESSES;
      const name = `${from} ${status}`;
      if (!tallies.has(name)) tallies.begin(name, { ...entry, route: UNKNOWN_ROUTE, from });
      tallies.count(name, code);
    },
  };
}

export type AnswerTrail = ReturnType<typeof createAnswerTrail>;

/** Writes a row for each answer that holds a patient's data, and for each refusal of a known person. */
export function createAnswerTrail(
  settings: Pick<Settings, 'clock' | 'trustedProxyHops' | 'audit'>,
  audit: Pick<Audit, 'append' | 'hurry' | 'isFailing' | 'miss'>,
  metrics: Pick<Metrics, 'unrecorded'>,
) {
  const { clock, trustedProxyHops } = settings;
  const { waitForReads, whenFailing } = settings.audit;
  const now = (): string => toTimestamp(clock());
  const toEntry = createToEntry(now, trustedProxyHops);
  const append = (entry: NewEntry): void => {
    const count = Object.values(entry.counts ?? {}).reduce((sum, one) => sum + one, 0);
    void audit.append(entry).catch(() => audit.miss('refused', count));
  };
  const persons = createTallies(append, now);
  const unknown = createUnknownTallies(append, now, toEntry);

  /** Resolves once the row is on disk. Throws a `Refusal` (503) if reads are to be refused without one. */
  function recordShown(call: Call, status: number): Promise<void> | null {
    const answered = (): void => {
      audit.miss('answered');
      metrics.unrecorded();
    };
    const miss = (): void => {
      if (whenFailing !== 'serve') {
        audit.miss('AUDIT_UNAVAILABLE');
        throw refuse('AUDIT_UNAVAILABLE');
      }
      answered();
    };
    if (audit.isFailing()) {
      miss();
      return null;
    }
    const written = audit.append(toEntry(call, { kind: 'done', status }, toShownIds(call)));
    // Without waiting, the answer has been sent by the time its row fails.
    if (waitForReads) return written.catch(miss);
    void written.catch(answered);
    return null;
  }

  /** A refusal is sent even if its row cannot be written. */
  async function recordRefusal(call: Call, outcome: AuditOutcome): Promise<void> {
    const { code = '' } = outcome;
    const entry = toEntry(call, outcome, call.about ?? {});
    if (isUnbounded(outcome)) {
      const name = `${call.who?.sub} ${entry.jti} ${code} ${entry.from}`;
      if (persons.has(name)) return persons.count(name, code);
      // Those that are counted may be of other routes and patients than the first.
      persons.begin(name, { ...entry, route: UNKNOWN_ROUTE, ids: {} });
    }
    if (audit.isFailing()) return audit.miss('refused');
    await audit.append(entry).catch(() => audit.miss('refused'));
  }

  return {
    /**
     * Writes down what was answered, before the answer leaves; null if there is nothing to wait for. Throws, or rejects with,
     * the `Refusal` that is to be answered instead.
     */
    record(call: Call, status: number, code = call.refused): Promise<void> | null {
      const { who, shown, recorded } = call;
      if (!isRefusal(status) && call.refused === undefined) {
        const isToRecord = who && shown && hasData(status) && recorded !== 'done';
        return isToRecord ? recordShown(call, status) : null;
      }
      if (!who) unknown.count(call, status, code ?? `HTTP_${status}`);
      if (!who || recorded === 'refused') return null;
      return recordRefusal(call, { kind: 'refused', status, ...(code ? { code } : {}) });
    },
    /** Says that all who are being answered wait for their rows. */
    hurry: audit.hurry,
    /** Writes the rows of what is counted. */
    flush(): void {
      persons.flush();
      unknown.flush();
    },
  };
}
