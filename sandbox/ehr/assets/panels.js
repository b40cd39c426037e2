/**
 * The panels of a chart: where they read, and who they read for. `import` runs before `configure`, and both
 * before any panel asks, since nothing in between gives way.
 */
import { configure, logout } from '/assets/instrument-panel.js';

const proxy = document.querySelector('meta[name="instrument-proxy"]')?.getAttribute('content') ?? '';

/** Asks the proxy for a token on behalf of whoever is signed in here: the cookie says who that is. */
async function fetchToken({ signal, scope }) {
  const response = await fetch(`${proxy}/session`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ patients: [scope.patientId], actions: scope.actions }),
    signal,
  });
  if (!response.ok) throw new Error(`The proxy answered ${response.status}.`);
  return response.json();
}

configure({ baseUrl: proxy, fetchToken });

document.querySelector('[data-sign-out]')?.addEventListener('submit', logout);
