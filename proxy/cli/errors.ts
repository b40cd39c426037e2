/** The command line does not say what to do; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'USAGE';
}

/** The command cannot do what it was told; the message says what to change. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code = 'CANNOT_RUN';
}
