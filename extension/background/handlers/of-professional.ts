import type { Reply } from '@instrument-panel/client';
import {
  getAnalysisStatus,
  listLibrary,
  listRecommendations,
  listTags,
  recommendInstruments,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { postCaseloadSeen } from '@instrument-panel/client/proxy';
import { type CaseloadCalls, createCaseloadCalls } from '@instrument-panel/shared/caseload/read';
import { toAnalysis } from '@instrument-panel/shared/panel/analysis';
import type { Identity } from '../../context/context.ts';
import type { Handlers } from '../../intents/intents.ts';
import { findIdentifiers, knownPerson } from '../../side/identifiers/identifiers.ts';
import { Refused } from '../refusals.ts';
import { readChartOf, readItemOf } from '../service/chart.ts';
import { findPatientAgain, type PatientContext, readPatient } from '../service/person.ts';

/** Context of a handler for the professional; the identity is that of the tab's patient, if there is one. */
export type ProfessionalContext = Omit<PatientContext, 'identity'> & {
  readonly identity: Identity | null;
};

/** The library is the same for everybody, and hardly ever changes. */
const LIBRARY_LIFE_MS = 600_000;

const readLibrary = <T>(
  { service: { cache }, signal }: ProfessionalContext,
  key: string,
  read: (left: AbortSignal) => Promise<Reply<T>>,
) =>
  cache.get(key, '', LIBRARY_LIFE_MS, signal, async (left) => {
    const { data, unreadable, receivedAt } = await read(left);
    return { items: data, unreadable: unreadable.length, at: receivedAt };
  });

/** Identifiers of the patient from the page and, if it can be read, the service's record. */
async function personOf({ identity, ...context }: ProfessionalContext) {
  if (!identity) return knownPerson(null, null);
  const { service, signal } = context;
  const record = await findPatientAgain({ ...context, identity }).then(
    ({ patientId }) => readPatient(service, patientId, signal),
    () => null,
  );
  return knownPerson(identity, record);
}

/** The calls of the list, each answer with whose list it is: another person may have signed in. */
async function callCaseload<T>({ service }: ProfessionalContext, call: (calls: CaseloadCalls) => Promise<T>) {
  const { client, professionalId } = service;
  return { professionalId, reply: await call(createCaseloadCalls(client, professionalId)) };
}

/** One handler for each question that concerns no patient, or a text that must not name one. */
export const PROFESSIONAL_HANDLERS = {
  'library.read': (context) =>
    readLibrary(context, 'library', (signal) => context.service.client(listLibrary, { signal })),
  'library.tags': (context) =>
    readLibrary(context, 'tags', (signal) => context.service.client(listTags, { signal })),
  async 'recommend.ask'(context, { caseText }) {
    const found = findIdentifiers(caseText, await personOf(context));
    const { service, signal } = context;
    signal.throwIfAborted();
    context.assertSamePatient();
    if (found.length > 0) {
      // Initials identify a person to a reader who knows them.
      const kinds = found.map(({ kind }) => (kind === 'initials' ? 'name' : kind));
      return { state: 'identifies' as const, found: [...new Set(kinds)] };
    }
    const { client, professionalId } = service;
    const body = { case_text: caseText };
    const { data } = await client(recommendInstruments, { params: { professionalId }, body, signal });
    return { state: 'answered' as const, recommendation: data };
  },
  async 'recommend.history'({ service: { client, professionalId }, signal }, { page, search }) {
    const query = search === undefined ? { page } : { page, search };
    return (await client(listRecommendations, { params: { professionalId }, query, signal })).data;
  },
  'caseload.patients': (context) => callCaseload(context, (calls) => calls.patients(context.signal)),
  'caseload.applications': (context, { offset = 0 }) =>
    callCaseload(context, (calls) => calls.applications({ offset }, context.signal)),
  'caseload.submissions': (context, query) =>
    callCaseload(context, (calls) => calls.submissions(query, context.signal)),
  async 'caseload.seen'({ service: { client, professionalId } }, body) {
    if (!isSameId(body.professionalId, professionalId)) throw new Refused('stale');
    // Without the signal: it is said as the page goes.
    return (await client(postCaseloadSeen, { body })).data;
  },
  // The page says nothing of this patient: nothing agrees with the record, so that nothing can be sent.
  async 'listed.chart'(context, { patientId, isAnew }) {
    if (isAnew) context.service.cache.drop(patientId.toLowerCase());
    return readChartOf(context, { patientId: patientId.toLowerCase(), agreed: [] });
  },
  'listed.item': (context, of) => readItemOf(context, of),
  async 'listed.analysis'({ service: { client, professionalId }, signal }, { patientId, formId }) {
    const params = { professionalId, patientId, formId };
    return toAnalysis(await client(getAnalysisStatus, { params, signal }));
  },
} satisfies Handlers<'professional', ProfessionalContext>;
