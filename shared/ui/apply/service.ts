import type { Client } from '@instrument-panel/client';
import { pages } from '@instrument-panel/client';
import type { Application, ApplicationInput, Instrument, Patient } from '@instrument-panel/client/contract';
import {
  createApplication,
  getPatient,
  listInstrumentApplications,
  listLibrary,
  listPatientApplications,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { ApplyError } from './problem.ts';

/** A list, and how many of its items could not be read. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly unreadable: number;
}

/** The calls of the apply flow, for one professional and one patient. They throw as the client does. */
export interface ApplyService {
  readonly professionalId: string;
  readonly patientId: string;
  patient(signal: AbortSignal): Promise<Patient>;
  library(signal: AbortSignal): Promise<Listed<Instrument>>;
  /** Every application of the patient. */
  applications(signal: AbortSignal): Promise<Listed<Application>>;
  /** Every application of one instrument to the patient, whatever its status. */
  applicationsOf(formId: string, signal: AbortSignal): Promise<Listed<Application>>;
  /** Sent once, never repeated. */
  create(
    formId: string,
    input: Omit<ApplicationInput, 'patientId'>,
    signal: AbortSignal,
  ): Promise<Application>;
}

/** The right patient or nothing: a reply about anyone or anything else is refused whole. */
function mustBe(isRight: boolean): void {
  if (!isRight) throw new ApplyError('mismatch', 'a reply is about another patient or instrument.');
}

/**
 * The service through a client. Every reply is compared with what was asked for.
 *
 * @throws {ApplyError} `mismatch`, from each call
 */
export function createApplyService(
  client: Client,
  { professionalId, patientId }: { readonly professionalId: string; readonly patientId: string },
): ApplyService {
  const params = { professionalId, patientId };
  const read: Client = client;
  async function all(
    rows: AsyncIterable<{ items: readonly Application[]; unreadable: readonly unknown[] }>,
    formId?: string,
  ): Promise<Listed<Application>> {
    const items: Application[] = [];
    let unreadable = 0;
    for await (const page of rows) {
      items.push(...page.items);
      unreadable += page.unreadable.length;
    }
    const isOurs = (one: Application) =>
      isSameId(one.patientId, patientId) && (!formId || isSameId(one.formTemplateId, formId));
    mustBe(items.every(isOurs));
    return { items, unreadable };
  }
  return {
    professionalId,
    patientId,
    async patient(signal) {
      const { data } = await read(getPatient, { params, signal });
      mustBe(isSameId(data.serviceId, patientId));
      return data;
    },
    async library(signal) {
      const { data, unreadable } = await read(listLibrary, { signal });
      return { items: data, unreadable: unreadable.length };
    },
    applications: (signal) => all(pages(read, listPatientApplications, { params, signal })),
    applicationsOf: (formId, signal) =>
      all(pages(read, listInstrumentApplications, { params: { ...params, formId }, signal }), formId),
    async create(formId, input, signal) {
      const body = { patientId, ...input };
      const { data } = await client(createApplication, { params: { professionalId, formId }, body, signal });
      mustBe(isSameId(data.patientId, patientId) && isSameId(data.formTemplateId, formId));
      return data;
    },
  };
}
