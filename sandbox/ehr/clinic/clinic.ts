import { type Client, ContractError, pages } from '@instrument-panel/client';
import {
  type Application,
  getApplication,
  getPatient,
  type Instrument,
  listApplications,
  listInstrumentApplications,
  listLibrary,
  listPatientApplications,
  listPatients,
  type Patient,
} from '@instrument-panel/client/contract';
import { type Part, part } from './part.ts';

type Rows = { data: readonly Application[]; unreadable: readonly unknown[] };

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** An answer about somebody else is never shown, whatever the reason. */
function mismatch(endpoint: string): ContractError {
  return new ContractError('the answer names another patient than was asked for.', {
    endpoint,
    status: 200,
    field: 'patientId',
  });
}

/** What the EHR reads of the service, for one professional. Everything gives a `Part`; nothing is kept. */
export function createClinic(client: Client, professionalId: string) {
  async function all(rows: AsyncIterable<{ items: readonly Application[]; unreadable: readonly unknown[] }>) {
    const found: Application[] = [];
    const unreadable: unknown[] = [];
    for await (const page of rows) {
      found.push(...page.items);
      unreadable.push(...page.unreadable);
    }
    return { data: found, unreadable } satisfies Rows;
  }

  async function ofPatient(patientId: string, endpoint: string, reading: Promise<Rows>): Promise<Rows> {
    const rows = await reading;
    if (rows.data.some((one) => !same(one.patientId, patientId))) throw mismatch(endpoint);
    return rows;
  }

  return {
    patients: (): Promise<Part<Patient[]>> => part(client(listPatients, { params: { professionalId } })),

    applications: () =>
      part(all(pages(client, listApplications, { params: { professionalId } }, { pageSize: 199 }))),

    patient: (patientId: string): Promise<Part<Patient>> =>
      part(
        client(getPatient, { params: { professionalId, patientId } }).then((reply) => {
          if (!same(reply.data.serviceId, patientId)) throw mismatch('getPatient');
          return reply;
        }),
      ),

    applicationsOf: (patientId: string) =>
      part(
        ofPatient(
          patientId,
          'listPatientApplications',
          all(pages(client, listPatientApplications, { params: { professionalId, patientId } })),
        ),
      ),

    applicationsOfInstrument: (patientId: string, formId: string) =>
      part(
        ofPatient(
          patientId,
          'listInstrumentApplications',
          all(pages(client, listInstrumentApplications, { params: { professionalId, patientId, formId } })),
        ),
      ),

    application: (patientId: string, applicationId: number): Promise<Part<Application>> =>
      part(
        client(getApplication, { params: { professionalId, applicationId } }).then((reply) => {
          if (!same(reply.data.patientId, patientId)) throw mismatch('getApplication');
          return reply;
        }),
      ),

    library: (): Promise<Part<Instrument[]>> => part(client(listLibrary)),
  };
}
export type Clinic = ReturnType<typeof createClinic>;
