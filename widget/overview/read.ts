import type { Caller } from '@instrument-panel/client';
import { getScaleFacts, listApplicationPlans } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { listForms } from '@instrument-panel/shared/score/overview';
import { mustBe, PanelError } from '../panel/problem.ts';
import { readList, readWhole, type SparklineAsked } from '../sparkline/read.ts';

type Scale = Awaited<ReturnType<typeof readScale>>;
/** Scales of instruments by their ids, in lower case; null for one that could not be read. */
export type Scales = ReadonlyMap<string, Scale>;

/** Whose instruments are read. Identifiers are UUIDs in lower case. */
export type OverviewAsked = Pick<SparklineAsked, 'professionalId' | 'patientId'>;

/** What was read of one patient. */
export type OverviewReading = Awaited<ReturnType<typeof readPatient>>;

async function readScale(client: Caller, formId: string) {
  const { data } = await client(getScaleFacts, { params: { formId } });
  return isSameId(data.id, formId) ? data : null;
}

async function readPlans(client: Caller, { professionalId, patientId }: OverviewAsked, signal: AbortSignal) {
  const plans = await readWhole(client, listApplicationPlans, {
    params: { professionalId, patientId },
    signal,
  });
  mustBe(plans.items.every((one) => isSameId(one.patientId, patientId)));
  return plans;
}

/**
 * Reads the submissions and the applications of a patient, then the scales of their instruments. Without applications, or
 * without a scale, there is still something to say; a row of another patient makes all of it unusable.
 *
 * @param known scales that were read before
 * @throws {PanelError} `mismatch`, or as the client does
 */
export async function readPatient(client: Caller, asked: OverviewAsked, signal: AbortSignal, known: Scales) {
  const [list, plans] = await Promise.all([
    readList(client, { ...asked, formId: null }, signal),
    readPlans(client, asked, signal).catch((failure: unknown) => {
      if (signal.aborted || failure instanceof PanelError) throw failure;
      return null;
    }),
  ]);
  const forms = listForms([
    ...list.items,
    ...list.lostRows,
    ...(plans?.items ?? []),
    ...(plans?.lostRows ?? []),
  ]);
  const scales = await Promise.all(
    forms.map(async (formId) => {
      const scale = known.get(formId) ?? (await readScale(client, formId).catch(() => null));
      return [formId, scale] as const;
    }),
  );
  return { asked, list, plans, scales: new Map<string, Scale>(scales), at: list.at, clock: list.clock };
}
