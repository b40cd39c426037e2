import type { EventHint } from '@instrument-panel/client';
import type { PatientFacts } from '@instrument-panel/shared/caseload/caseload';
import { CaseloadReader, createCaseloadCalls } from '@instrument-panel/shared/caseload/read';
import type { Service } from './service/services.ts';

/** Answers of so many days are read; of each instrument the latest answer, however old. */
const WINDOW_DAYS = 92;
/** Until when the list was seen may be said from another machine: what is new is read again after so long. */
const READ_LIFE_MS = 600_000;
/** All of the list is read again after so long, for what no event told of. */
const WHOLE_LIFE_MS = 6 * 3_600_000;

/** `isKnown` is false where there may be more flags than `count`. */
export interface FlagCount {
  readonly count: number;
  readonly isKnown: boolean;
}

interface Counting {
  readonly reader: CaseloadReader;
  readonly professionalId: string;
  /** By patient, of those who have any. */
  readonly flags: Map<string, FlagCount>;
  /** Milliseconds of `elapsed`: when what is new was read, and when all of it was. */
  since: number;
  readonly wholeSince: number;
  readonly before: FlagCount | null;
}

/** Flags of latest answers that are newer than what was seen; one without an instant counts. */
function countFlags({ instruments }: PatientFacts, seenAt: number | null): FlagCount {
  const isNew = (at: number | null): boolean => at === null || at > (seenAt ?? 0);
  const flagged = instruments.filter(
    ({ risk }) => risk.kind === 'flagged' && risk.isCurrent && isNew(risk.at),
  );
  const isKnown = instruments.every(
    ({ risk, latest, unreadCount }) => unreadCount === 0 && !(latest && risk.kind === 'unavailable'),
  );
  return { count: flagged.length, isKnown };
}

/**
 * Counts the risk flags that the person of a proxy has not seen, by reading the list of all patients without their names.
 * It moves nothing that was seen.
 */
export class UnseenFlags {
  readonly #elapsed: () => number;
  readonly #changed: () => void;
  readonly #countings = new Map<string, Counting>();
  readonly #opening = new Set<string>();

  constructor(elapsed: () => number, changed: () => void) {
    [this.#elapsed, this.#changed] = [elapsed, changed];
  }

  countOf(proxy: string): FlagCount {
    const counting = this.#countings.get(proxy);
    if (!counting) return { count: 0, isKnown: false };
    const { reader, flags, before } = counting;
    // While it is read again, what was counted before stands.
    if (before && !reader.isSettled) return before;
    const all = [...flags.values()];
    const isKnown = reader.isWhole && reader.caseload.lostCount === 0 && all.every((one) => one.isKnown);
    return { count: all.reduce((sum, { count }) => sum + count, 0), isKnown };
  }

  /** Begins to count, unless it has lately: of a list that is known, what is new is read. */
  async want(proxy: string, openService: () => Promise<Service>): Promise<void> {
    const counting = this.#countings.get(proxy);
    const isLate = counting && this.#elapsed() - counting.since < READ_LIFE_MS;
    if (isLate || this.#opening.has(proxy)) return;
    this.#opening.add(proxy);
    try {
      const service = await openService();
      if (!this.#opening.has(proxy)) return;
      const isKept =
        counting?.reader.isWhole &&
        counting.professionalId === service.professionalId &&
        this.#elapsed() - counting.wholeSince < WHOLE_LIFE_MS;
      if (isKept) await this.#renew(proxy, counting, service);
      else this.#begin(proxy, service);
    } finally {
      this.#opening.delete(proxy);
    }
  }

  hear(proxy: string, hint: EventHint | null): void {
    this.#countings.get(proxy)?.reader.hear(hint);
  }

  /** The list was seen: what it showed is counted no more. */
  async seen(proxy: string, at: number): Promise<void> {
    const reader = this.#countings.get(proxy)?.reader;
    if (!reader || at <= (reader.seenAt ?? 0)) return;
    reader.seenAt = at;
    await reader.refresh();
    this.#changed();
  }

  forget(proxy: string): void {
    this.#opening.delete(proxy);
    this.#countings.get(proxy)?.reader.end();
    this.#countings.delete(proxy);
  }

  async #renew(proxy: string, counting: Counting, { client, professionalId }: Service): Promise<void> {
    counting.since = this.#elapsed();
    counting.reader.catchUp();
    const calls = createCaseloadCalls(client, professionalId);
    const { seenAt } = (await calls.patients(new AbortController().signal)).data;
    if (seenAt !== null && this.#countings.get(proxy) === counting)
      await this.seen(proxy, Date.parse(seenAt));
  }

  #begin(proxy: string, { client, professionalId }: Service): void {
    const before = this.#countings.has(proxy) ? this.countOf(proxy) : null;
    this.forget(proxy);
    const calls = createCaseloadCalls(client, professionalId);
    const flags = new Map<string, FlagCount>();
    let shown = '';
    const reader: CaseloadReader = new CaseloadReader(
      {
        ...calls,
        async patients(signal) {
          const reply = await calls.patients(signal);
          return { ...reply, data: { ...reply.data, patientIds: [], name: [], surname: [] } };
        },
      },
      WINDOW_DAYS,
      String,
      {
        facts(all) {
          for (const facts of all) {
            const found = countFlags(facts, reader.seenAt);
            if (found.count > 0 || !found.isKnown) flags.set(facts.patientId, found);
            else flags.delete(facts.patientId);
          }
        },
        progress: () => {
          const now = JSON.stringify(this.countOf(proxy));
          if (now !== shown) this.#changed();
          shown = now;
        },
      },
    );
    const since = this.#elapsed();
    this.#countings.set(proxy, { reader, professionalId, flags, since, wholeSince: since, before });
    reader.begin();
  }
}
