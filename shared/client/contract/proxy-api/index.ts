/**
 * The proxy's own interface: its routes, input checks and clients follow from it. What it forwards are the contract's
 * endpoints, under the same base path. Reading the audit trail is a command, not an endpoint.
 *
 * @module
 */

export * from './caseload.ts';
export * from './caseload-calls.ts';
export * from './courses.ts';
export type { ProxyCaller, ProxyEndpoint } from './endpoint.ts';
export * from './events.ts';
export { packIntegers, unpackIntegers } from './integers.ts';
export * from './links.ts';
export * from './patients.ts';
export * from './protocol.ts';
export * from './revocations.ts';
export * from './seen-by.ts';
export * from './seen-by-call.ts';
export * from './session.ts';
export * from './site-health.ts';
export * from './well-known.ts';
