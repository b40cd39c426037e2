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
export type { ProxyCaller, ProxyEndpoint } from './endpoint.ts';
export * from './events.ts';
export * from './patients.ts';
export * from './session.ts';
export * from './well-known.ts';
