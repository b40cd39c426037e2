import type { ErrorResponse, Instrument } from '@instrument-panel/client/contract';

/** An answer as the patient gives it: the text of an option, several texts, or a number on a scale as text. */
export interface GivenAnswer {
  readonly questionId: number;
  readonly value?: string | undefined;
  readonly values?: readonly string[] | undefined;
}

/** What stands behind a `urlToAnswer`. */
export type AnswerRequest =
  | {
      /** Ready to be answered. `submissionId` is the pending request. */
      readonly kind: 'open';
      readonly submissionId: number;
      readonly instrument: Instrument;
      readonly hideTitle: boolean;
      readonly professionalName: string;
    }
  /** Nothing is to be answered now; `at` is the next date, ISO 8601, or null. */
  | { readonly kind: 'nothing-due'; readonly nextAnswerAt: string | null }
  /** The newest request has its answer; `nextAnswerAt` is the date of the next one, ISO 8601, or null. */
  | { readonly kind: 'answered'; readonly completedFillAt: string; readonly nextAnswerAt: string | null }
  | { readonly kind: 'closed' }
  | { readonly kind: 'unknown' };

export type AnswerResult =
  | { readonly kind: 'answered'; readonly submissionId: number }
  /** `status` is 400 (invalid or incomplete, `fields` by question id), 404, 409 or 422. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly error: ErrorResponse;
      readonly fields: ReadonlyMap<number, string>;
    };

/** What the patient's page needs of the service; the service implements it (sandbox/service). */
export interface AnswerService {
  /** Looks without changing anything. `language` is `en` or `pt-BR`. */
  look(answerToken: string, language: string): AnswerRequest;
  /** Records that the patient opened the page: the submission becomes OPENED. */
  opened(answerToken: string): void;
  /** Records the answers, computes score, classification and risk in one transaction. */
  answer(answerToken: string, answers: readonly GivenAnswer[], language: string): AnswerResult;
}
