/**
 * The sandbox's instruments: facts, scoring, and their form on the wire.
 *
 * @module
 */

export { TAGS } from './build.ts';
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
export { classificationJson, instrumentJson, questionSummaryJson, tagJson } from './json.ts';
export {
  type AnswerProblem,
  type CheckedAnswer,
  type CheckedAnswers,
  checkAnswers,
  type GivenAnswer,
  IncompleteAnswersError,
  type ScoreDomain,
  type ScoredAnswer,
  type ScoreResult,
  type SubscaleResult,
  scoreAnswers,
  scoreDomain,
} from './score.ts';

import type { InstrumentDefinition } from './definition.ts';
import { dass21 } from './instruments/dass-21.ts';
import { demoRhythm } from './instruments/demo-rhythm.ts';
import { gad7 } from './instruments/gad-7.ts';
import { k10 } from './instruments/k10.ts';
import { pcl5 } from './instruments/pcl-5.ts';
import { phq2 } from './instruments/phq-2.ts';
import { phq9 } from './instruments/phq-9.ts';
import { phq15 } from './instruments/phq-15.ts';
import { who5 } from './instruments/who-5.ts';

/** Every instrument of the library, in the order in which it is listed. */
export const LIBRARY: readonly InstrumentDefinition[] = [
  phq9,
  phq2,
  gad7,
  phq15,
  pcl5,
  k10,
  dass21,
  who5,
  demoRhythm,
];

/** The instrument of a UUID (`formId`, in any case of letters), or undefined. */
export function findInstrument(id: string): InstrumentDefinition | undefined {
  const wanted = id.toLowerCase();
  return LIBRARY.find((instrument) => instrument.id === wanted);
}
