/**
 * Configures the panels of a chart. The import runs before `configure`, and both before any panel asks for a token,
 * because nothing in between waits.
 */
import { configure, logout, type TokenRequest } from '/assets/instrument-panel.js';
import { readRequests } from './requests.js';

const proxy = document.querySelector('meta[name="instrument-proxy"]')?.getAttribute('content') ?? '';

/** Asks the proxy for a token for the signed-in person, whom the cookie names. */
async function fetchToken({ signal, scope }: TokenRequest): Promise<unknown> {
  const response = await fetch(`${proxy}/session`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...(scope.patientId && { patients: [scope.patientId] }), actions: scope.actions }),
    signal,
  });
  // The cause says whether the person has to sign in.
  if (!response.ok)
    throw new Error(`The proxy answered ${response.status}.`, {
      cause: await response.json().catch(() => null),
    });
  return response.json();
}

const form = document.querySelector<HTMLElement>('instrument-apply');
configure({ baseUrl: proxy, fetchToken, batteries: JSON.parse(form?.dataset.batteries ?? '[]') });

// The records system knows of treatment, the service does not.
for (const overview of document.querySelectorAll<HTMLElement>('instrument-overview'))
  Object.assign(overview, { treatments: JSON.parse(overview.dataset.treatments ?? 'null') });

// The table below the scores is read again whenever these were: by the event of an answer, or at the next interval.
for (const name of ['instrument-load', 'instrument-error'])
  addEventListener(name, (event) => {
    const { formId } = (event as CustomEvent<{ readonly formId: string | null }>).detail;
    if (formId === null) void readRequests();
  });

// A patient of the caseload is opened as a link would.
addEventListener('instrument-open', (event) => {
  const { patientId } = (event as CustomEvent<{ readonly patientId: string }>).detail;
  location.assign(`/patients/${patientId}`);
});

document.querySelector('[data-sign-out]')?.addEventListener('submit', () => logout());
