import type { EventHint } from '@instrument-panel/client';
import { getSubmission, SUBMISSION_ANSWERED } from '@instrument-panel/client/contract';
import { answeredAt } from '@instrument-panel/shared/score/latest';
import { riskOf } from '@instrument-panel/shared/score/risk';
import * as z from 'zod/mini';
import type { BackgroundDependencies } from './dependencies.ts';
import { readPatient, toRecord } from './service/person.ts';
import type { Service } from './service/services.ts';
import { readStored } from './stored.ts';

/** Most that is counted: a larger number says no more, and storage must not grow without end. */
const COUNTED_MAX = 200;
const LISTED_MAX = 30;

/** Ids of submissions, and nothing else of anybody. */
const StoredCounts = z.object({
  answers: z.array(z.int()),
  risks: z.array(z.int()),
  /** Those of which it is not known yet whether they have a high risk. */
  unread: z.catch(z.array(z.int()), []),
});
type StoredCounts = z.infer<typeof StoredCounts>;

const EMPTY: StoredCounts = { answers: [], risks: [], unread: [] };
const PREFIX = 'news:';

/** Counts new answers since a panel or page was last open, per profile: ids, stored in the session of the browser. */
export class UnreadCounts {
  readonly #background: BackgroundDependencies;
  #kept = new Map<string, StoredCounts>();

  constructor(background: BackgroundDependencies) {
    this.#background = background;
  }

  async load(): Promise<void> {
    this.#kept = await readStored(this.#background.platform.storage.session, PREFIX, StoredCounts);
  }

  countsOf(profileId: string): { readonly answers: number; readonly risks: number } {
    const { answers, risks } = this.#kept.get(profileId) ?? EMPTY;
    return { answers: answers.length, risks: risks.length };
  }

  /** Of how many of them it is not known whether they have a high risk. */
  unknownOf(profileId: string): number {
    return this.#kept.get(profileId)?.unread.length ?? 0;
  }

  /** Counts an answer once, and reads whether it has a high risk: an event does not say. */
  async hear(profileId: string, hint: EventHint, service: Service): Promise<void> {
    const { submissionId } = hint;
    if (hint.kind !== SUBMISSION_ANSWERED || typeof submissionId !== 'number') return;
    const { answers, risks, unread } = this.#kept.get(profileId) ?? EMPTY;
    if (answers.includes(submissionId)) return;
    const add = (ids: readonly number[]): number[] => [...ids, submissionId].slice(-COUNTED_MAX);
    this.#keep(profileId, { answers: add(answers), risks, unread: add(unread) });
    await this.readRisks(profileId, service);
  }

  /** Counts an event for these profiles; without one, reads what risks are not known yet. */
  async count(
    profileIds: readonly string[],
    hint: EventHint | null,
    openService: () => Promise<Service>,
  ): Promise<void> {
    const ids = profileIds.filter((id) => hint !== null || this.unknownOf(id) > 0);
    if (ids.length === 0) return;
    const service = await openService();
    await Promise.all(ids.map((id) => (hint ? this.hear(id, hint, service) : this.readRisks(id, service))));
  }

  /** Reads the risk of what is counted, where that is not known, as after a failure or a stop of the background. */
  async readRisks(profileId: string, service: Service): Promise<void> {
    const { unread } = this.#kept.get(profileId) ?? EMPTY;
    const read = async (id: number): Promise<void> => {
      const { submission } = (await readSubmission(service, id).catch(() => null)) ?? {};
      const now = this.#kept.get(profileId);
      // It was seen meanwhile, or may not be read now either.
      if (!submission || !now?.unread.includes(id)) return;
      const risks = submission.hasHighRisk ? [...now.risks, id].slice(-COUNTED_MAX) : now.risks;
      this.#keep(profileId, { ...now, risks, unread: now.unread.filter((one) => one !== id) });
    };
    await Promise.all(unread.slice(-LISTED_MAX).map(read));
  }

  seen(profileId: string): void {
    this.#kept.delete(profileId);
    void this.#background.platform.storage.session.remove(PREFIX + profileId);
    this.#background.refreshAll();
  }

  /** Reads the counted answers, newest first. */
  async read(profileId: string, service: Service, signal: AbortSignal) {
    const ids = (this.#kept.get(profileId)?.answers ?? []).slice(-LISTED_MAX).reverse();
    const at = service.now();
    const readSafely = (id: number) => readSubmission(service, id, signal).catch(() => null);
    const read = (await Promise.all(ids.map(readSafely))).filter((one) => one !== null);
    const patientIds = [...new Set(read.map(({ submission }) => submission.patientId.toLowerCase()))];
    const patients = await Promise.all(
      patientIds.map((patientId) => readPatient(service, patientId, signal).catch(() => null)),
    );
    signal.throwIfAborted();
    const items = read.map(({ submission, sentAt }) => {
      const { id, formTemplate, completedFillAt, hasHighRisk } = submission;
      const patientId = submission.patientId.toLowerCase();
      const patient = patients[patientIds.indexOf(patientId)];
      return {
        submissionId: id,
        patientId,
        /** As the service's record has it, empty where it has none; null where it could not be read. */
        patientName: patient ? (toRecord(patient).name ?? '') : null,
        /** Short title, or title; null where neither is known. */
        instrument: formTemplate?.shortTitle?.trim() || formTemplate?.title?.trim() || null,
        /** Milliseconds since the epoch; null where the service gives no instant, or a future one. */
        answeredAt: answeredAt(completedFillAt, sentAt) || null,
        risk: hasHighRisk ? ('high' as const) : riskOf(submission),
      };
    });
    return { items, unreadable: ids.length - items.length, at };
  }

  #keep(profileId: string, news: StoredCounts): void {
    this.#kept.set(profileId, news);
    void this.#background.platform.storage.session.set({ [PREFIX + profileId]: news });
    this.#background.refreshAll();
  }
}

async function readSubmission(
  { client, professionalId }: Service,
  submissionId: number,
  signal?: AbortSignal,
) {
  const { data: submission, sentAt } = await client(getSubmission, {
    params: { professionalId, submissionId },
    signal,
  });
  return submission.id === submissionId ? { submission, sentAt } : null;
}
