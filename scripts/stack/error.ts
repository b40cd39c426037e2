/** The stack cannot start; the message is a sentence for whoever started it. */
export class StackError extends Error {
  override readonly name = 'StackError';
  readonly code: 'PORT_TAKEN' | 'PORT_NOT_ALLOWED' | 'NO_CLINIC' | 'NO_DELIVERIES';

  constructor(code: StackError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
