import type { ErrorResponse } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';
import type { SentInstrument } from '../library/json.ts';
import type { AnswerProblem, GivenAnswer } from '../library/score.ts';
import { checkBody, readBytes, readJsonBody } from '../service/http/json.ts';
import { type AnswerLanguage, type AnswerMessages, answerMessages } from '../words/index.ts';

export type AnswerRequest =
  | {
      /** Ready to be answered. `submissionId` is the pending request. */
      readonly kind: 'open';
      readonly submissionId: number;
      readonly instrument: SentInstrument;
      readonly hideTitle: boolean;
      readonly professionalName: string;
      /** Answers that were saved and not sent, in the page's language. */
      readonly draft: readonly GivenAnswer[];
      /** Ids of the options that raise a risk signal: choosing one shows where help is. */
      readonly riskOptions: ReadonlySet<number>;
    }
  /** Nothing is to be answered now; `nextAnswerAt` is the next date, ISO 8601, or null. */
  | { readonly kind: 'nothing-due'; readonly nextAnswerAt: string | null }
  /**
   * The newest request has its answer; `nextAnswerAt` is the date of the next one, ISO 8601, or null. `hasRisk` is
   * true for an hour after an answer that raised a risk signal, so that a link opened later does not reveal it.
   */
  | {
      readonly kind: 'answered';
      readonly completedFillAt: string;
      readonly nextAnswerAt: string | null;
      readonly hasRisk: boolean;
    }
  | { readonly kind: 'closed' }
  | { readonly kind: 'unknown' };

/** `status` is 400 (invalid or incomplete, `fields` by question id), 404, 409 or 422. */
export interface AnswerRefusal {
  readonly kind: 'refused';
  readonly status: number;
  readonly error: ErrorResponse;
  readonly fields: ReadonlyMap<number, string>;
}
export type AnswerResult = { readonly kind: 'answered'; readonly submissionId: number } | AnswerRefusal;

/** Answers of a page. `submissionId` is the request that the page asked; null if it did not say. */
export interface GivenSheet {
  readonly submissionId: number | null;
  readonly answers: readonly GivenAnswer[];
}

/** The part of the service that the patient's page needs. */
export interface AnswerService {
  look(answerToken: string, language: AnswerLanguage): AnswerRequest;
  /** Records that the patient opened the page: the submission becomes OPENED. */
  opened(answerToken: string): void;
  /**
   * Keeps answers that were not sent yet, each in place of the one before; the submission becomes STARTED. Refused if
   * another request has taken the place of the sheet's.
   */
  save(answerToken: string, sheet: GivenSheet, language: AnswerLanguage): AnswerRefusal | null;
  /** Records the answers, computes score, classification and risk in one transaction. */
  answer(answerToken: string, answers: readonly GivenAnswer[], language: AnswerLanguage): AnswerResult;
}

/** Far more than any instrument has questions; limits the cost of a hostile body. */
const ANSWER_LIMIT = 500;

const Answers = z.object({
  submissionId: z.optional(z.int()),
  answers: z
    .array(
      z.object({
        questionId: z.int().check(z.gte(1)),
        value: z.optional(z.string().check(z.maxLength(2_000))),
        values: z.optional(z.array(z.string().check(z.maxLength(2_000))).check(z.maxLength(100))),
      }),
    )
    .check(z.maxLength(ANSWER_LIMIT)),
});

/**
 * Reads `{"answers":[{"questionId":1,"value":"…"}]}`, with or without a `submissionId`.
 * @throws ServiceError 413 over 64 KB, 415 for another media type, 400 that names the field.
 */
export async function readJsonSheet(request: Request): Promise<GivenSheet> {
  const { submissionId = null, answers } = checkBody(Answers, await readJsonBody(request));
  return { submissionId, answers };
}

/**
 * Reads the page's own form, `q101=…&q102=…`. A field sent twice gives two answers, so that it can be refused.
 * `isDraft` is true for the button that saves without sending.
 * @throws ServiceError 413 over 64 KB.
 */
export async function readFormSheet(request: Request): Promise<GivenSheet & { readonly isDraft: boolean }> {
  const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request)));
  const answers: GivenAnswer[] = [];
  for (const [name, value] of form) {
    const id = /^q([1-9]\d{0,8})$/.exec(name)?.[1];
    if (id !== undefined && answers.length < ANSWER_LIMIT) answers.push({ questionId: Number(id), value });
  }
  return { submissionId: Number(form.get('submission')) || null, answers, isDraft: form.has('save') };
}

const SENTENCES = {
  missing: 'missing',
  'not-an-option': 'notAnOption',
  duplicate: 'duplicate',
  'unknown-question': 'unknownQuestion',
} as const satisfies Record<AnswerProblem['kind'], keyof AnswerMessages>;

/**
 * The refusal of an incomplete or invalid answer sheet: 400 `VALIDATION_ERROR`, a message that names the
 * questions by their ids, and a sentence for each question in the patient's language.
 */
export function refusedAnswers(problems: readonly AnswerProblem[], language: AnswerLanguage): AnswerRefusal {
  const words = answerMessages[language];
  const fields = new Map(
    problems.map(({ questionId, kind }): [number, string] => [questionId, words[SENTENCES[kind]]]),
  );
  const named = problems.map(({ questionId, kind }) => `question ${questionId}: ${kind}`).join('; ');
  return {
    kind: 'refused',
    status: 400,
    error: {
      code: 'VALIDATION_ERROR',
      message: `answers: ${words.incomplete({ count: problems.length })} (${named})`,
    },
    fields,
  };
}
