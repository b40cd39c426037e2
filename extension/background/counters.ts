/** Why a message was refused before it was heard. */
export type RefusalReason =
  | 'sender'
  | 'malformed'
  | 'origin'
  | 'unknown-intent'
  | 'invalid-input'
  | 'not-yours'
  | 'stale';

/** Counts for the diagnostics: reasons and codes only, nothing of what was said. */
export class Counters {
  readonly refused: Record<string, number> = {};
  readonly failures: Record<string, number> = {};

  refuse(reason: RefusalReason): void {
    this.refused[reason] = (this.refused[reason] ?? 0) + 1;
  }

  /** A code of the service may be anything: what is none of a code's letters is counted as one. */
  fail(code: string): void {
    const known = /^[A-Za-z][\w-]{0,60}$/.test(code) ? code : 'other';
    this.failures[known] = (this.failures[known] ?? 0) + 1;
  }
}
