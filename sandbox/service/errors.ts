import type { ServiceErrorCode } from '@instrument-panel/client/contract';

/** A refusal of the service: HTTP status, code and message (docs/service.md#errors). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: ServiceErrorCode;

  constructor(status: number, code: ServiceErrorCode, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** 404 for a resource that does not exist or belongs to another professional: a caller cannot tell which. */
export const notFound = (what: string): ServiceError =>
  new ServiceError(404, 'NOT_FOUND', `No such ${what} under this address.`);

/** 400 that names the field. */
export const validationError = (message: string): ServiceError =>
  new ServiceError(400, 'VALIDATION_ERROR', message);

/** 409 for a value that another record already has. */
export const conflict = (code: ServiceErrorCode, message: string): ServiceError =>
  new ServiceError(409, code, message);

/** 422 for an operation that the current state does not allow. */
export const invalidState = (message: string): ServiceError =>
  new ServiceError(422, 'INVALID_STATE', message);
