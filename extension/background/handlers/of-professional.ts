import type { Reply } from '@instrument-panel/client';
import {
  listLibrary,
  listRecommendations,
  listTags,
  recommendInstruments,
} from '@instrument-panel/client/contract';
import type { Identity } from '../../context/context.ts';
import type { Handlers } from '../../intents/intents.ts';
import { findIdentifiers, knownPerson } from '../../side/identifiers/identifiers.ts';
import { findPatientAgain, type PatientContext, readPatient } from '../service/person.ts';

/** Context of a handler for the professional; the identity is that of the tab's patient, if there is one. */
export type ProfessionalContext = Omit<PatientContext, 'identity'> & { readonly identity: Identity | null };

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
} satisfies Handlers<'professional', ProfessionalContext>;
