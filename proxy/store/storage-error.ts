/** The storage cannot be used; the message says what to change, and never holds a password. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: 'STORAGE_UNAVAILABLE' | 'STORAGE_NOT_DURABLE';

  constructor(code: StorageError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
