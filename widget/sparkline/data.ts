import { readAnswer } from '@instrument-panel/client';
import {
  getScale,
  type Instrument,
  listScores,
  type ScaleSummary,
  type ScoredSubmission,
  type Submission,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { latestForm } from '@instrument-panel/shared/score/short-view';
import { mustBe } from '../panel/problem.ts';

/** What a page gives a sparkline that it feeds itself, in the service's own shapes. */
export interface SparklineData {
  /** All of one patient; those of other instruments are left out. */
  readonly submissions: readonly Submission[];
  /** Gives the ends of the scale. */
  readonly instrument?: Instrument | null | undefined;
}

/** What was read of one patient. */
export interface Known {
  readonly formId: string | null;
  readonly submissions: readonly ScoredSubmission[];
  /** Null where it could not be read: the ends of the scale are then taken from the scores. */
  readonly scale: ScaleSummary | null;
  /** Items that could not be read: of a list of many patients any of them may be this one's. */
  readonly unreadable: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const about = { endpoint: 'data', status: 0 };

/**
 * Reads `data` by the contract, as an answer of the service is read.
 *
 * @param at milliseconds since the epoch
 * @param patientId the patient whom the sparkline is about, where it says so; in lower case
 * @throws {ContractError} where a part breaks the contract outside a list
 * @throws {PanelError} `mismatch` where it is about another patient, or about several
 */
export async function readData(
  { submissions, instrument }: SparklineData,
  at: number,
  patientId: string | null,
  formId: string | null,
): Promise<Known & { readonly patientId: string }> {
  const { data, unreadable } = await readAnswer(listScores.response, submissions, about);
  const patient = patientId ?? data[0]?.patientId.toLowerCase() ?? '';
  mustBe(data.every((one) => isSameId(one.patientId, patient)));
  return {
    patientId: patient,
    formId: formId ?? latestForm(data),
    submissions: data,
    scale: instrument ? (await readAnswer(getScale.response, instrument, about)).data : null,
    unreadable: unreadable.length,
    at,
  };
}
