/**
 * The sandbox's instruments: facts, scoring, and their form on the wire.
 *
 * @module
 */
export {
  type AnswerProblem,
  type CheckedAnswer,
  type CheckedAnswers,
  checkAnswers,
} from './check-answers.ts';
export type {
  InstrumentDefinition,
  LibraryText,
  OptionDefinition,
  QuestionDefinition,
  RangeDefinition,
  RiskSignal,
  ScoreDirection,
  SubscaleDefinition,
  TagDefinition,
} from './definition.ts';
export { type ScoreDomain, scoreDomain } from './domain.ts';
export { classificationJson, instrumentJson, questionSummaryJson, tagJson } from './json.ts';
export { findInstrument, LIBRARY } from './library.ts';
export {
  IncompleteAnswersError,
  type ScoredAnswer,
  type ScoreResult,
  type SubscaleResult,
  scoreAnswers,
} from './score.ts';
export { TAGS } from './tags.ts';
