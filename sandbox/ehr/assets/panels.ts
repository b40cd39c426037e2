/**
 * Configures the panels of a chart. The import runs before `configure`, and both before any panel asks for a token,
 * because nothing in between waits.
 */
import { configure, logout, type TokenRequest } from '/assets/instrument-panel.js';

const proxy = document.querySelector('meta[name="instrument-proxy"]')?.getAttribute('content') ?? '';

/** Asks the proxy for a token for the signed-in person, whom the cookie names. */
async function fetchToken({ signal, scope }: TokenRequest): Promise<unknown> {
  const response = await fetch(`${proxy}/session`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ patients: [scope.patientId], actions: scope.actions }),
    signal,
  });
  // The cause says whether the person has to sign in.
  if (!response.ok)
    throw new Error(`The proxy answered ${response.status}.`, {
      cause: await response.json().catch(() => null),
    });
  return response.json();
}

configure({ baseUrl: proxy, fetchToken });

document.querySelector('[data-sign-out]')?.addEventListener('submit', () => logout());
