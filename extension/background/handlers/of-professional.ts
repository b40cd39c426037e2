import {
  listLibrary,
  listRecommendations,
  listTags,
  recommendInstruments,
} from '@instrument-panel/client/contract';
import type { Identity } from '../../context/context.ts';
import type { CheckedInput, IntentOutput, IntentsWith } from '../../intents/intents.ts';
import { findIdentifiers, knownPerson } from '../../side/identifiers/identifiers.ts';
import { findPatientAgain, readPatient } from '../service/person.ts';
import type { Service } from '../service/services.ts';

/** Context of a handler for the professional; the identity is that of the tab's patient, if there is one. */
export interface ProfessionalContext {
  readonly service: Service;
  readonly identity: Identity | null;
  readonly signal: AbortSignal;
  readonly assertSamePatient: () => void;
}

type ProfessionalIntent = IntentsWith<{ about: 'professional' }>;
type Handler<Name extends ProfessionalIntent> = (
  context: ProfessionalContext,
  input: CheckedInput<Name>,
) => Promise<IntentOutput<Name>>;

/** The library is the same for everybody, and hardly ever changes. */
const LIBRARY_LIFE_MS = 600_000;

/** Identifiers of the patient from the page and, if it can be read, the service's record. */
async function personOf({ service, identity, signal }: ProfessionalContext) {
  if (!identity) return knownPerson(null, null);
  const record = await findPatientAgain(service, identity, signal).then(
    ({ patientId }) => readPatient(service, patientId, signal),
    () => null,
  );
  return knownPerson(identity, record);
}

/** One handler for each question that concerns no patient, or a text that must not name one. */
export const PROFESSIONAL_HANDLERS: { readonly [Name in ProfessionalIntent]: Handler<Name> } = {
  'library.read': ({ service: { client, cache }, signal }) =>
    cache.get(
      'library',
      '',
      LIBRARY_LIFE_MS,
      async (left) => {
        const { data, unreadable, receivedAt } = await client(listLibrary, { signal: left });
        return { items: data, unreadable: unreadable.length, at: receivedAt };
      },
      signal,
    ),
  'library.tags': ({ service: { client, cache }, signal }) =>
    cache.get(
      'tags',
      '',
      LIBRARY_LIFE_MS,
      async (left) => {
        const { data, unreadable, receivedAt } = await client(listTags, { signal: left });
        return { items: data, unreadable: unreadable.length, at: receivedAt };
      },
      signal,
    ),
  async 'recommend.ask'(context, { caseText }) {
    const found = findIdentifiers(caseText, await personOf(context));
    context.signal.throwIfAborted();
    context.assertSamePatient();
    if (found.length > 0) {
      // Initials are a name to whoever reads the answer.
      const kinds = found.map(({ kind }) => (kind === 'initials' ? 'name' : kind));
      return { state: 'identifies', found: [...new Set(kinds)] };
    }
    const { client, professionalId } = context.service;
    const { data } = await client(recommendInstruments, {
      params: { professionalId },
      body: { case_text: caseText },
      signal: context.signal,
    });
    return { state: 'answered', recommendation: data };
  },
  async 'recommend.history'({ service: { client, professionalId }, signal }, { page, search }) {
    const query = search === undefined ? { page } : { page, search };
    return (await client(listRecommendations, { params: { professionalId }, query, signal })).data;
  },
};
