import type { Caller } from '@instrument-panel/client';
import {
  type Application,
  type ApplicationInput,
  type Instrument,
  type Patient,
  postApplication,
  readInstrumentApplications,
  readLibrary,
  readPatientApplications,
  readWholePatient,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { type Listed, readAll, toLostRows, type WholeList } from '../../panel/read-all.ts';
import { ApplyError } from './problem.ts';

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

/** A list with the number of its rows that could not be read: a field that is missing from a row hides no application. */
const toListed = <T>({ items, lostRows }: WholeList<T>): Listed<T> => ({
  items,
  unreadable: lostRows.length,
});

/** The service through a client. Each call throws {@link ApplyError} `mismatch` for a reply about anything else. */
export function createApplyService(
  client: Caller,
  { professionalId, patientId }: Pick<ApplyService, 'professionalId' | 'patientId'>,
): ApplyService {
  const whose = { professionalId, patientId };
  const isOurs = (one: Application, formId?: string) =>
    isSameId(one.patientId, patientId) && (!formId || isSameId(one.formTemplateId, formId));
  return {
    ...whose,
    async patient(signal) {
      const { data } = await client(readWholePatient, { params: whose, signal });
      mustBe(isSameId(data.serviceId, patientId));
      return data;
    },
    async library(signal) {
      const { data, lostRows } = await client(readLibrary, { signal });
      return { items: data, unreadable: toLostRows(lostRows).length };
    },
    async applications(signal) {
      const listed = await readAll(client, readPatientApplications, { params: whose, signal });
      mustBe(listed.items.every((one) => isOurs(one)));
      return toListed(listed);
    },
    async applicationsOf(formId, signal) {
      const call = { params: { ...whose, formId }, signal };
      const listed = await readAll(client, readInstrumentApplications, call);
      mustBe(listed.items.every((one) => isOurs(one, formId)));
      return toListed(listed);
    },
    async create(formId, input, signal) {
      const body = { patientId, ...input };
      const { data } = await client(postApplication, { params: { professionalId, formId }, body, signal });
      mustBe(isOurs(data, formId));
      return data;
    },
  };
}
