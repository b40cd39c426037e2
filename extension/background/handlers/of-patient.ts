import {
  ACTIVE_APPLICATION_STATUSES,
  cancelInstrumentApplications,
  cancelSubmission,
  deleteSubmission,
  finishApplication,
  getAnalysisStatus,
  getApplication,
  getSubmission,
  inactivatePatient,
  listNotifications,
  RecurrenceInput,
  reactivatePatient,
  updateRecurrence,
} from '@instrument-panel/client/contract';
import { compareIdentifiers } from '@instrument-panel/client/identifiers';
import { isSameId } from '@instrument-panel/client/params';
import { toAnalysis } from '@instrument-panel/shared/panel/analysis';
import { createApplyService } from '@instrument-panel/shared/ui/apply/service';
import type { CheckedInput, Handlers } from '../../intents/intents.ts';
import { Refused } from '../refusals.ts';
import { findAlike } from '../service/alike.ts';
import { assertIsOf, type ChartSnapshot, readChart, readHistory, readItem } from '../service/chart.ts';
import {
  assertMatch,
  confirmPatient,
  findPatientAgain,
  type PatientContext,
  relinkPatient,
} from '../service/person.ts';

const requestOf = ({ service, signal }: PatientContext, patientId: string) => ({
  client: service.client,
  professionalId: service.professionalId,
  patientId,
  signal,
});
type PatientRequest = ReturnType<typeof requestOf>;

/** The patient of a page, for what only reads. */
const reading = async (context: PatientContext): Promise<PatientRequest> =>
  requestOf(context, (await findPatientAgain(context)).patientId);

/** Sends a change once: the patient is confirmed, `check` has read it, the page still shows them. */
async function change<T>(
  context: PatientContext,
  check: (request: PatientRequest) => Promise<void>,
  send: (request: PatientRequest) => Promise<{ readonly data: T }>,
): Promise<T> {
  const request = requestOf(context, await confirmPatient(context));
  await check(request);
  context.assertSamePatient();
  return (await send(request)).data;
}

const applying = ({ client, professionalId, patientId }: PatientRequest) =>
  createApplyService(client, { professionalId, patientId });

interface OfApplication {
  readonly applicationId: number;
  readonly formId: string;
}

/** Makes sure that an application is this patient's and instrument's. */
const checkApplication =
  ({ applicationId, formId }: OfApplication) =>
  async ({ client, professionalId, patientId, signal }: PatientRequest): Promise<void> => {
    const { data } = await client(getApplication, { params: { professionalId, applicationId }, signal });
    assertMatch(data.id === applicationId);
    assertIsOf(data, patientId, formId);
  };

/** Makes sure that a submission is this patient's and instrument's. */
const checkSubmission =
  ({ submissionId, formId }: { readonly submissionId: number; readonly formId: string }) =>
  async ({ client, professionalId, patientId, signal }: PatientRequest): Promise<void> => {
    const { data } = await client(getSubmission, { params: { professionalId, submissionId }, signal });
    assertMatch(data.id === submissionId);
    assertIsOf(data, patientId, formId);
  };

/** The service cancels all of an instrument (docs/service.md#applications): refuses if another is active. */
const checkOnlyActive =
  ({ applicationId, formId }: OfApplication) =>
  async (request: PatientRequest): Promise<void> => {
    const { items, unreadable } = await applying(request).applicationsOf(formId, request.signal);
    const active = items.filter(({ status }) => ACTIVE_APPLICATION_STATUSES.some((one) => one === status));
    if (unreadable > 0 || active.some(({ id }) => id !== applicationId)) throw new Refused('changed');
  };

const checkNothing = async (): Promise<void> => {};

/** Links the keys of the page with the entered person, who must not contradict the page. */
async function link(
  context: PatientContext,
  { apartFrom, ...person }: CheckedInput<'patient.register'>,
  by: 'resolve' | 'register',
) {
  const { service, identity, signal, page, assertSamePatient } = context;
  // A person sees whom the header names, and cannot see whose a key is that stands elsewhere.
  if (identity.carried !== 'whole' && identity.carried !== 'name') throw new Refused('key-apart');
  const { contradicted } = compareIdentifiers(person, {
    name: identity.name ?? null,
    birthday: identity.birthday === undefined ? null : `${identity.birthday}T00:00:00Z`,
    email: identity.email ?? null,
    phone: identity.phone ?? null,
  });
  if (contradicted.length > 0) throw new Refused('disagrees');
  const hasContact = person.email !== undefined || person.phone !== undefined;
  if (by === 'register' && !hasContact) throw new Refused('invalid');
  assertSamePatient();
  if (by === 'resolve') return service.mapping.resolve(identity.keys, person, { link: 'yes', page }, signal);
  return service.mapping.register(identity.keys, { ...person, apartFrom }, { page }, signal);
}

/** One handler for each question about the patient of a tab. The patient is the one of the tab's context; the caller cannot name another. */
export const PATIENT_HANDLERS = {
  'chart.read'(context, { isAnew }) {
    if (isAnew) context.service.cache.drop(null);
    return readChart(context);
  },
  async 'chart.recall'(context) {
    const found = await findPatientAgain(context);
    // What is kept is what 'chart.read' gave.
    return context.service.last.recall(context.tabId, found) as ChartSnapshot | null;
  },
  'item.read': readItem,
  'apply.patient': async (context) => applying(await reading(context)).patient(context.signal),
  'apply.library': async (context) => applying(await reading(context)).library(context.signal),
  'apply.applications': async (context) => applying(await reading(context)).applications(context.signal),
  'apply.applicationsOf': async (context, { formId }) =>
    applying(await reading(context)).applicationsOf(formId, context.signal),
  'apply.create': (context, { formId, input }) =>
    change(context, checkNothing, async (request) => ({
      data: await applying(request).create(formId, input, request.signal),
    })),
  // The service cancels what is pending before the change.
  'application.recur'(context, { cycle, ...of }) {
    const { applicationId } = of;
    const { data: body } = RecurrenceInput.safeParse({ recurrenceCycle: cycle });
    if (!body) throw new Refused('invalid');
    return change(context, checkApplication(of), async ({ client, professionalId, patientId, signal }) => {
      const params = { professionalId, applicationId };
      const reply = await client(updateRecurrence, { params, body, signal });
      assertMatch(isSameId(reply.data.patientId, patientId));
      return reply;
    });
  },
  'application.finish': (context, of) =>
    change(context, checkApplication(of), ({ client, professionalId, signal }) =>
      client(finishApplication, { params: { professionalId, applicationId: of.applicationId }, signal }),
    ),
  'application.cancel': (context, of) =>
    change(context, checkOnlyActive(of), ({ client, professionalId, patientId, signal }) =>
      client(cancelInstrumentApplications, {
        params: { professionalId, patientId, formId: of.formId },
        signal,
      }),
    ),
  'submission.cancel': (context, of) =>
    change(context, checkSubmission(of), ({ client, professionalId, signal }) =>
      client(cancelSubmission, { params: { professionalId, submissionId: of.submissionId }, signal }),
    ),
  'submission.delete': (context, of) =>
    change(context, checkSubmission(of), ({ client, professionalId, signal }) =>
      client(deleteSubmission, { params: { professionalId, submissionId: of.submissionId }, signal }),
    ),
  async 'history.read'(context) {
    const { patientId } = await findPatientAgain(context);
    return readHistory(context.service, patientId, context.signal);
  },
  async 'analysis.read'(context, { formId }) {
    const { client, professionalId, patientId, signal } = await reading(context);
    const params = { professionalId, patientId, formId };
    return toAnalysis(await client(getAnalysisStatus, { params, signal }));
  },
  async 'notifications.read'(context, { formId }) {
    const { client, professionalId, patientId, signal } = await reading(context);
    const params = { professionalId, patientId, formId };
    const { data, unreadable, receivedAt, sentAt } = await client(listNotifications, { params, signal });
    assertMatch(data.every((one) => isSameId(one.patientId, patientId)));
    return { items: data, unreadable: unreadable.length, at: sentAt ?? receivedAt };
  },
  'patient.resolve': findPatientAgain,
  'patient.link': (context, person) => link(context, person, 'resolve'),
  'patient.register': (context, person) => link(context, person, 'register'),
  'patient.alike': findAlike,
  'patient.unlink'(context) {
    context.assertSamePatient();
    return context.service.mapping.unlink(context.identity.keys, context.signal);
  },
  'patient.relink': relinkPatient,
  'patient.inactivate': (context) =>
    change(context, checkNothing, ({ client, professionalId, patientId, signal }) =>
      client(inactivatePatient, { params: { professionalId, patientId }, signal }),
    ),
  'patient.reactivate': (context) =>
    change(context, checkNothing, ({ client, professionalId, patientId, signal }) =>
      client(reactivatePatient, { params: { professionalId, patientId }, signal }),
    ),
} satisfies Handlers<'patient', PatientContext>;
