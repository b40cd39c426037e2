import { BASE_PATH, SIGNATURE_TOLERANCE_SECONDS } from '@instrument-panel/client/contract';
import { Agent } from 'undici';
import { checkConnection, createConnector } from '../forward/connection.ts';
import type { ProxyOptions } from '../options.ts';
import { type Finding, findFailed, findOk, findSkipped, findWarning } from './finding.ts';
import { ask, type HopReply, isFinding, isReached, reach, STEP_TIMEOUT_MS } from './reach.ts';

const CLOCK_WARNING_SECONDS = 5;

function findAnswer({ status, code, headers, text }: HopReply): Finding {
  const hop = 'service credentials';
  const said = `It answered ${status}${/^[A-Z_]{1,60}$/.test(code) ? ` ${code}` : ''}.`;
  if (code === 'IP_NOT_ALLOWED')
    return findFailed(hop, said, "Have this machine's outgoing address put on the service's allow-list.");
  if (status === 401 || status === 403)
    return findFailed(hop, said, 'Compare credentials.key and credentials.secret with those that it issued.');
  if (status >= 300 && status <= 399) {
    const to = headers.get('location') ?? '';
    const where = URL.canParse(to) ? ` It redirects to ${new URL(to).origin}.` : '';
    return findFailed(hop, said + where, 'Set upstream to the origin that answers without a redirect.');
  }
  if (status === 429 || status >= 500)
    return findFailed(hop, said, 'The service itself fails or is busy: ask its operator, and try again.');
  const isJson = (headers.get('content-type') ?? '').includes('json') && /^\s*[[{]/.test(text);
  if (status !== 200 || !isJson)
    return findFailed(
      hop,
      `${said} That is not the service.`,
      "Set upstream to the origin of the service's API.",
    );
  return findOk(hop, 'taken, from an address that is allowed');
}

function findClock({ headers }: HopReply, askedAt: number, answeredAt: number): Finding {
  const hop = 'clock';
  const theirs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return findSkipped(hop, 'The service sends no Date.');
  // A Date has whole seconds, and was written at some moment between.
  const ahead = Math.max(0, theirs - answeredAt, askedAt - (theirs + 999)) / 1_000;
  const found = `${ahead.toFixed(0)} s away from the service's`;
  const remedy =
    'Set the clock of this machine by NTP (timedatectl set-ntp true). If it is right, ask the operator of the service to check theirs.';
  if (ahead > SIGNATURE_TOLERANCE_SECONDS)
    return findFailed(hop, `${found}: its deliveries will be refused as untimely.`, remedy);
  return ahead > CLOCK_WARNING_SECONDS ? findWarning(hop, found, remedy) : findOk(hop, found);
}

/** Tries the service: its name, TLS, the credentials, the allow-list and its clock. */
export async function tryService(options: ProxyOptions): Promise<Finding[]> {
  const { upstream, credentials } = options;
  const connection = checkConnection(options);
  const { dispatcher } = connection;
  const findings = dispatcher
    ? [findSkipped('service connection', 'A dispatcher of your own connects.')]
    : await reach('service', upstream, connection);
  if (!isReached(findings)) return findings;
  const own = new Agent({ connect: createConnector(connection, STEP_TIMEOUT_MS) });
  const askedAt = Date.now();
  const reply = await ask('service credentials', `${upstream}${BASE_PATH}/forms/tags`, {
    dispatcher: dispatcher ?? own,
    headers: { 'x-api-key': credentials.key, 'x-api-secret': credentials.secret, accept: 'application/json' },
  });
  await own.close();
  if (isFinding(reply)) return [...findings, reply];
  return [...findings, findAnswer(reply), findClock(reply, askedAt, Date.now())];
}
