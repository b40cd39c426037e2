import {
  type Client,
  isContractError,
  isServiceError,
  isUnknownOutcomeError,
} from '@instrument-panel/client';
import {
  type Application,
  createApplication,
  RECURRENCE_CYCLES,
  type RecurrenceCycle,
} from '@instrument-panel/client/contract';
import { isDate, isSameId, isUuid } from '@instrument-panel/client/params';
import { type EhrClinic, type ReadFailure, toReadFailure } from './clinic.ts';
import { calendarDay } from './dates.ts';

export interface ApplyForm {
  readonly formId: string;
  readonly cycle: string;
  /** `YYYY-MM-DD` */
  readonly startsOn: string;
}
export type ApplyField = 'instrument' | 'cycle' | 'startsOn';

/** Returns the fields that are wrong; none if the form can be sent. */
export function findFormErrors(form: ApplyForm, now: number, timeZone: string): readonly ApplyField[] {
  const errors: ApplyField[] = [];
  if (!isUuid(form.formId)) errors.push('instrument');
  if (!isCycle(form.cycle)) errors.push('cycle');
  // The start date of an immediate request is not used, so it cannot be wrong.
  const isUsed = form.cycle !== 'NOW';
  if (isUsed && (!isDate(form.startsOn) || form.startsOn < calendarDay(now, timeZone)))
    errors.push('startsOn');
  return errors;
}

const isCycle = (text: string): text is RecurrenceCycle => RECURRENCE_CYCLES.some((cycle) => cycle === text);

type ApplyResult =
  | { readonly kind: 'applied'; readonly applicationId: number }
  /** The answer was lost: `known` are the applications that were there before. */
  | { readonly kind: 'unknown'; readonly known: readonly number[] }
  | { readonly kind: 'not-sent'; readonly why: ReadFailure }
  /** The service said no; `reason` is its own sentence or code. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Applies an instrument, once. What the patient already has is read first: should the answer be lost, the new
 * application is what was not there before, and nothing is sent a second time.
 *
 * @param form a form without errors
 */
export async function applyOnce(
  { client, clinic, professionalId }: { client: Client; clinic: EhrClinic; professionalId: string },
  patientId: string,
  form: ApplyForm,
  startedAt: string,
): Promise<ApplyResult> {
  const before = await clinic.applicationsOfInstrument(patientId, form.formId);
  if (!before.ok) return { kind: 'not-sent', why: before };
  const known = before.data.map(({ id }) => id);
  try {
    const { data } = await client(createApplication, {
      params: { professionalId, formId: form.formId },
      body: { patientId, recurrenceCycle: form.cycle as RecurrenceCycle, startedAt },
    });
    const isOurs = isSameId(data.patientId, patientId);
    return isOurs ? { kind: 'applied', applicationId: data.id } : { kind: 'unknown', known };
  } catch (error) {
    // An answer that cannot be read says success all the same: what it made is looked up.
    if (isUnknownOutcomeError(error) || isContractError(error)) return { kind: 'unknown', known };
    if (isServiceError(error) && error.status >= 400) {
      return { kind: 'refused', reason: error.detail ?? error.code };
    }
    return { kind: 'not-sent', why: toReadFailure(error) };
  }
}

/** Finds the application that a lost answer was about: new, by this professional, with this recurrence. */
export function findNewApplication(
  applications: readonly Application[],
  known: readonly number[],
  cycle: string,
  professionalId: string,
): Application | null {
  const made = applications.filter(
    (one) =>
      !known.includes(one.id) &&
      one.recurrenceCycle === cycle &&
      isSameId(one.authorId ?? professionalId, professionalId),
  );
  return made.toSorted((a, b) => b.id - a.id)[0] ?? null;
}
