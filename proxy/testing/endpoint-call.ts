import type { Endpoint } from '@instrument-panel/client/contract';
import { FORM } from './world.ts';

const BODIES: Readonly<Record<string, (patient: string) => unknown>> = {
  createApplication: (patientId) => ({ patientId, recurrenceCycle: 'NOW' }),
  updateRecurrence: () => ({ recurrenceCycle: 'WEEKLY' }),
  createPatient: () => ({ name: 'Ana' }),
  updatePatient: () => ({ name: 'Ana', surname: 'Lima', cellphone: '+55 11 99999-0000' }),
  createProfessional: () => ({ email: 'a@b.example', externalId: '1', name: 'Rui', surname: 'Sá' }),
  connectProfessional: () => ({ email: 'a@b.example', external_id: '1' }),
  recommendInstruments: () => ({ case_text: 'low mood for two weeks' }),
};

/** Whom and what a call names. */
export interface Named {
  readonly professional: string;
  readonly patient: string;
  /** Of an application or a submission. */
  readonly id: string;
}

/** A well-formed call of any endpoint of the contract; `path` is relative to the base path. */
export function callOf(
  endpoint: Endpoint,
  { professional, patient, id }: Named,
): { readonly method: Endpoint['method']; readonly path: string; readonly body: string | null } {
  const path = endpoint.path
    .replace('{professionalId}', professional)
    .replace('{patientId}', patient)
    .replace('{formId}', FORM)
    .replace(/\{(application|submission)Id\}/, id);
  const body = BODIES[endpoint.id]?.(patient);
  return {
    method: endpoint.method,
    path: path + (endpoint.id === 'checkProfessional' ? '?email=a%40b.example' : ''),
    body: body === undefined ? null : JSON.stringify(body),
  };
}
