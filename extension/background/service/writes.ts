import {
  ACTIVE_APPLICATION_STATUSES,
  cancelInstrumentApplications,
  cancelSubmission,
  deleteSubmission,
  finishApplication,
  getApplication,
  getSubmission,
  inactivatePatient,
  RecurrenceInput,
  reactivatePatient,
  updateRecurrence,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { createApplyService } from '@instrument-panel/shared/ui/apply/service';
import type { CheckedInput } from '../../intents/intents.ts';
import { Refused } from '../requests.ts';
import { assertMatch } from './person.ts';
import type { Service } from './services.ts';

/** Context of a write for one patient, who was found and confirmed right before. */
export interface WriteContext {
  readonly service: Service;
  readonly patientId: string;
  readonly signal: AbortSignal;
  /** The page shows the same patient still; throws where it does not. Asked right before anything is sent. */
  readonly assertSamePatient: () => void;
}

/** The calls of the apply flow for this patient (shared/ui/apply). */
export const createPatientApplyService = ({
  service,
  patientId,
}: Pick<WriteContext, 'service' | 'patientId'>) =>
  createApplyService(service.client, { professionalId: service.professionalId, patientId });

/** Applies an instrument. Sent once; a lost answer is an unknown outcome. */
export async function applyInstrument(act: WriteContext, { formId, input }: CheckedInput<'apply.create'>) {
  const { startedAt, ...rest } = input;
  const asked = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  act.assertSamePatient();
  return createPatientApplyService(act).create(
    formId,
    { ...asked, recurrenceCycle: input.recurrenceCycle, ...(startedAt === undefined ? {} : { startedAt }) },
    act.signal,
  );
}

/** An application of this patient and instrument, read right before it is changed. */
async function applicationOf(
  { service, patientId, signal }: WriteContext,
  applicationId: number,
  formId: string,
) {
  const { client, professionalId } = service;
  const { data } = await client(getApplication, { params: { professionalId, applicationId }, signal });
  assertMatch(
    data.id === applicationId && isSameId(data.patientId, patientId) && isSameId(data.formTemplateId, formId),
  );
  return data;
}

interface OfApplication {
  readonly applicationId: number;
  readonly formId: string;
}

/** Changes how often is asked; what is pending is cancelled by the service before the change. */
export async function changeRecurrence(
  act: WriteContext,
  { applicationId, formId }: OfApplication,
  cycle: string,
) {
  const { data: input } = RecurrenceInput.safeParse({ recurrenceCycle: cycle });
  if (!input) throw new Refused('invalid');
  await applicationOf(act, applicationId, formId);
  act.assertSamePatient();
  const { client, professionalId } = act.service;
  const { data } = await client(updateRecurrence, {
    params: { professionalId, applicationId },
    body: input,
    signal: act.signal,
  });
  assertMatch(isSameId(data.patientId, act.patientId));
  return data;
}

export async function finish(act: WriteContext, { applicationId, formId }: OfApplication) {
  await applicationOf(act, applicationId, formId);
  act.assertSamePatient();
  const { client, professionalId } = act.service;
  const { data } = await client(finishApplication, {
    params: { professionalId, applicationId },
    signal: act.signal,
  });
  return data;
}

/**
 * Cancels an application. The service cancels all of an instrument at once (docs/service.md#applications), so that
 * where more than one is active nothing is done: it would end what nobody spoke of.
 *
 * @throws {Refused} `changed`
 */
export async function cancel(act: WriteContext, { applicationId, formId }: OfApplication) {
  const { items, unreadable } = await createPatientApplyService(act).applicationsOf(formId, act.signal);
  const active = items.filter(({ status }) => ACTIVE_APPLICATION_STATUSES.some((one) => one === status));
  if (unreadable > 0 || active.some(({ id }) => id !== applicationId)) throw new Refused('changed');
  act.assertSamePatient();
  const { client, professionalId } = act.service;
  const params = { professionalId, patientId: act.patientId, formId };
  return (await client(cancelInstrumentApplications, { params, signal: act.signal })).data;
}

interface OfSubmission {
  readonly submissionId: number;
  readonly formId: string;
}

async function submissionOf(
  { service, patientId, signal }: WriteContext,
  { submissionId, formId }: OfSubmission,
) {
  const { client, professionalId } = service;
  const { data } = await client(getSubmission, { params: { professionalId, submissionId }, signal });
  assertMatch(
    data.id === submissionId && isSameId(data.patientId, patientId) && isSameId(data.formTemplateId, formId),
  );
}

export async function cancelRequest(act: WriteContext, of: OfSubmission) {
  await submissionOf(act, of);
  act.assertSamePatient();
  const { client, professionalId } = act.service;
  const params = { professionalId, submissionId: of.submissionId };
  return (await client(cancelSubmission, { params, signal: act.signal })).data;
}

/** Deletes a submission for good. */
export async function deleteRequest(act: WriteContext, of: OfSubmission) {
  await submissionOf(act, of);
  act.assertSamePatient();
  const { client, professionalId } = act.service;
  const params = { professionalId, submissionId: of.submissionId };
  return (await client(deleteSubmission, { params, signal: act.signal })).data;
}

/** Inactivates the relation with the patient, or takes that back. */
export async function setActive(act: WriteContext, isActive: boolean) {
  act.assertSamePatient();
  const { client, professionalId } = act.service;
  const params = { professionalId, patientId: act.patientId };
  const input = { params, signal: act.signal };
  return (await (isActive ? client(reactivatePatient, input) : client(inactivatePatient, input))).data;
}
