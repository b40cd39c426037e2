/**
 * Every error code of the project with its cause and its remedy, for documentation and for the development modes of
 * elements and proxy.
 *
 * @module
 */
export { referenceOf } from './address.ts';

import { CLIENT_ERRORS } from './client.ts';
import { ELEMENT_ERRORS } from './elements.ts';
import type { RaisedBy } from './entry.ts';
import { OPERATOR_ERRORS } from './operator.ts';
import { PROXY_ERRORS } from './proxy.ts';
import { SERVICE_ERRORS } from './service.ts';

/** A code, and what it means to a developer. */
export interface ErrorDescription {
  readonly code: string;
  readonly raisedBy: readonly RaisedBy[];
  readonly cause: string;
  readonly remedy: string;
}

/** All codes; each has its heading in docs/errors.md. */
export const ERROR_REFERENCE: readonly ErrorDescription[] = Object.entries({
  ...SERVICE_ERRORS,
  ...PROXY_ERRORS,
  ...CLIENT_ERRORS,
  ...ELEMENT_ERRORS,
  ...OPERATOR_ERRORS,
}).map(([code, [raisedBy, cause, remedy]]) => ({ code, raisedBy, cause, remedy }));

const UNKNOWN: Omit<ErrorDescription, 'code'> = {
  raisedBy: ['service'],
  cause:
    'This version does not know the code: the service sends codes that are not documented, and a newer proxy has newer ones.',
  remedy: 'Read the message of the answer in the network tab.',
};

/** Describes a code; one that is not known is described as the service's own. */
export function describeError(code: string): ErrorDescription {
  const find = (name: string) => ERROR_REFERENCE.find((one) => one.code === name);
  return find(/^HTTP_(?!404)\d+$/.test(code) ? 'HTTP_xxx' : code) ?? { code, ...UNKNOWN };
}
