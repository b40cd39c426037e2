import { createCaller, createTokenSource, type FetchToken } from '@instrument-panel/client';
import { listLibrary, listPatients } from '@instrument-panel/client/contract';
import type { PanelScope } from '../configure.ts';

/** Asks the proxy of this page's origin for a token; the playground's hook says yes for invented patients only. */
export const fetchSandboxToken: FetchToken<PanelScope> = async ({ scope, signal }) => {
  const { patientId, actions } = scope;
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...(patientId ? { patients: [patientId] } : {}), actions }),
    signal,
  });
  if (!response.ok) throw new Error(`/session answered ${response.status}.`);
  return response.json();
};

/** Whom and what the sandbox has, by identifier and name. */
export interface SandboxLists {
  readonly patients: readonly (readonly [id: string, name: string])[];
  readonly instruments: readonly (readonly [id: string, name: string])[];
}

/** Reads patients and instruments through the proxy, as a partner's page does. */
export async function readSandbox(professionalId: string): Promise<SandboxLists> {
  const auth = createTokenSource(fetchSandboxToken, { professionalId, actions: ['read'] });
  const client = createCaller({ baseUrl: location.origin, auth });
  try {
    const [patients, library] = await Promise.all([
      client(listPatients, { params: { professionalId } }),
      client(listLibrary, {}),
    ]);
    return {
      patients: patients.data.map(({ serviceId, name, surname }) => [
        serviceId,
        [name, surname].filter(Boolean).join(' '),
      ]),
      instruments: library.data.map(({ id, title, shortTitle }) => [id, shortTitle || title || id]),
    };
  } finally {
    auth.stop();
  }
}
