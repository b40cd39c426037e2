/**
 * One line about an unexpected failure: its trace id, kind and place. Never its message, which may hold data.
 */
export function failureReport(error: unknown, traceId: string): string {
  if (!(error instanceof Error)) return `internal error ${traceId}: ${typeof error}`;
  const place = error.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
  return `internal error ${traceId}: ${error.name}${place.replace(/^\s+/, ' ')}`;
}
