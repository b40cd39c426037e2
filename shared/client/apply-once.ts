import { sleep as sleepFor } from './async.ts';
import type { Caller, CallInput } from './call.ts';
import { createApplication, listInstrumentApplications } from './contract/endpoints/index.ts';
import type { Application } from './contract/resources/index.ts';
import { isSameId } from './contract/same-id.ts';
import { ContractError, mayBeDone } from './errors.ts';
import { pages } from './paging.ts';

/** Waits before each look-up of an application whose request was lost: the write may still be on its way. */
export const LOOKUP_DELAYS_MS: readonly number[] = [0, 1_500, 3_500];

/** What is looked for, and how. */
export interface LookUp {
  /** Lists the applications of the instrument to the patient; `isWhole` is false where a row could not be read. */
  readonly list: () => Promise<{ readonly items: readonly Application[]; readonly isWhole: boolean }>;
  /** Ids of the applications that were there before the request. */
  readonly known: readonly number[];
  readonly recurrenceCycle: Application['recurrenceCycle'];
  readonly professionalId: string;
  /** Rejects with the signal's reason. Default: a timer. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Looks up the application that a request with a lost answer may have created: a new one, with this recurrence, by this
 * professional. It asks three times within five seconds.
 *
 * @returns the application; `absent` where the last list was read whole and has none; else `unknown`
 */
export async function lookUpApplied(sought: LookUp): Promise<Application | 'absent' | 'unknown'> {
  const { list, known, recurrenceCycle, professionalId, sleep = sleepFor, signal } = sought;
  let isAbsent = false;
  for (const wait of LOOKUP_DELAYS_MS) {
    await sleep(wait, signal);
    try {
      const { items, isWhole } = await list();
      const [newest] = items
        .filter(
          (one) =>
            !known.includes(one.id) &&
            one.recurrenceCycle === recurrenceCycle &&
            isSameId(one.authorId ?? professionalId, professionalId),
        )
        .toSorted((a, b) => b.id - a.id);
      if (newest) return newest;
      // An unreadable application may be the one that is looked for.
      isAbsent = isWhole;
    } catch {
      signal.throwIfAborted();
      isAbsent = false;
    }
  }
  return isAbsent ? 'absent' : 'unknown';
}

/** The input of `createApplication`, with what {@link applyOnce} waits with. */
export type ApplyOnceInput = CallInput<typeof createApplication> & Pick<Partial<LookUp>, 'sleep'>;

/** What became of an application. */
export type ApplyOutcome =
  /** It was created; `found` where the answer was lost and a look-up found it. */
  | { readonly outcome: 'created' | 'found'; readonly application: Application }
  /** The answer was lost. `absent`: it was not there five seconds later; `unknown`: nobody can say. */
  | { readonly outcome: 'absent' | 'unknown'; readonly error: unknown };

/**
 * Applies an instrument, and where the answer is lost, looks up what became of it instead of sending it again: the service
 * has no idempotency key, and a patient who is asked twice notices.
 *
 * @throws what the client throws where the instrument was certainly not applied; the reason of `signal` where that aborts
 *
 * @example
 * ```ts
 * import { applyOnce, createClient } from '@instrument-panel/client';
 *
 * const client = createClient({
 *   baseUrl: 'https://service.example',
 *   auth: { key: process.env.SERVICE_KEY ?? '', secret: process.env.SERVICE_SECRET ?? '' },
 * });
 * const applied = await applyOnce(client, {
 *   params: { professionalId, formId },
 *   body: { patientId, recurrenceCycle: 'WEEKLY' },
 * });
 * if ('application' in applied) console.log(applied.outcome, applied.application.urlToAnswer);
 * else console.log('Look at the list of applications before you apply it again.');
 * ```
 */
export async function applyOnce(client: Caller, input: ApplyOnceInput): Promise<ApplyOutcome> {
  const { sleep, ...call } = input;
  const { params, body } = call;
  const { patientId, recurrenceCycle } = body;
  const { professionalId } = params;
  const { timeoutMs, signal = new AbortController().signal } = call;
  async function list() {
    const items: Application[] = [];
    const lostIds: unknown[] = [];
    const sought = { params: { ...params, patientId }, timeoutMs, signal };
    for await (const page of pages(client, listInstrumentApplications, sought)) {
      items.push(...page.items);
      lostIds.push(...page.lostRows.map(({ row }) => row.id));
    }
    return { items, lostIds, isWhole: lostIds.length === 0 };
  }
  const before = await list();
  // One that could not be read before may be readable later, and is not new for it.
  const known = [
    ...before.items.map(({ id }) => id),
    ...before.lostIds.filter((id) => typeof id === 'number'),
  ];
  try {
    const { data: application, status } = await client(createApplication, call);
    if (isSameId(application.patientId, patientId)) return { outcome: 'created', application };
    throw new ContractError('the answer is about another patient', {
      endpoint: createApplication.id,
      status,
      field: 'patientId',
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!mayBeDone(error)) throw error;
    const found = await lookUpApplied({ list, known, recurrenceCycle, professionalId, sleep, signal });
    if (typeof found === 'object') return { outcome: 'found', application: found };
    return { outcome: found, error };
  }
}
