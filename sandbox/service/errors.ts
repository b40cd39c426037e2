import type { ServiceErrorCode } from '@instrument-panel/client/contract';

/** A refusal of the service: HTTP status, code and message (docs/service.md#errors). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: ServiceErrorCode;
  /** Methods that the address takes, as in the header `Allow`; of a 405. */
  readonly allow: string | undefined;

  constructor(status: number, code: ServiceErrorCode, message: string, allow?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.allow = allow;
  }
}

/** 404 for a resource that does not exist or belongs to another professional: a caller cannot tell which. */
export const notFound = (what: string): ServiceError =>
  new ServiceError(404, 'NOT_FOUND', `No such ${what} under this address.`);

export const noSuchAddress = (): ServiceError =>
  new ServiceError(404, 'NOT_FOUND', 'There is no such address.');

export const methodNotAllowed = (
  methods: readonly string[],
  message = `This address takes ${methods.join(', ')}.`,
): ServiceError => new ServiceError(405, 'METHOD_NOT_ALLOWED', message, methods.join(', '));

/** 400 that names the field. */
export const validationError = (message: string): ServiceError =>
  new ServiceError(400, 'VALIDATION_ERROR', message);

/** 409 for a value that another record already has. */
export const conflict = (code: ServiceErrorCode, message: string): ServiceError =>
  new ServiceError(409, code, message);

/** 422 for an operation that the current state does not allow. */
export const invalidState = (message: string): ServiceError =>
  new ServiceError(422, 'INVALID_STATE', message);
