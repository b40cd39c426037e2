/**
 * The page behind `urlToAnswer`.
 *
 * @module
 */
export type { AnswerRequest, AnswerResult, AnswerService, GivenAnswer } from './answer-service.ts';
export { createPatientPages, type PatientPagesOptions } from './pages.ts';
export { refusedAnswers } from './refused-answers.ts';
