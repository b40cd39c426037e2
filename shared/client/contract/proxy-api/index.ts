/**
 * The proxy's own interface, declared as the service's endpoints are: its routes and input checks follow from it, and
 * so do the clients in the extension and the widget. The service's endpoints that the proxy forwards are the contract's
 * own, under the same base path.
 *
 * Revoking a token and reading the audit trail have no endpoint: they are functions of the process and commands of the
 * proxy's command line.
 *
 * @module
 */
import type { ProxyEndpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as patients from './patients.ts';
import * as session from './session.ts';
import * as wellKnown from './well-known.ts';

export type { ProxyCaller, ProxyEndpoint } from './endpoint.ts';
export * from './events.ts';
export * from './patients.ts';
export * from './session.ts';
export * from './well-known.ts';

/** Every endpoint of the proxy itself. */
export const PROXY_ENDPOINTS: readonly ProxyEndpoint[] = [
  session.createSession,
  session.startSignIn,
  session.answerConsent,
  session.exchangeCode,
  patients.resolvePatient,
  patients.lookUpPatients,
  patients.registerPatient,
  patients.unlinkPatient,
  events.streamEvents,
  events.deliverEvent,
  wellKnown.getPanelDocument,
  wellKnown.getAuthorizationServer,
  wellKnown.getLiveness,
  wellKnown.getReadiness,
  wellKnown.getMetrics,
];
