/**
 * Instruments and the series of their scores, written down from the service's documentation a second time.
 *
 * @module
 */
import {
  absentOr,
  boolean,
  dateTime,
  type Given,
  integer,
  listOf,
  number,
  orNull,
  record,
  type Shape,
  text,
  uuid,
} from './shape.ts';

const times = { createdAt: dateTime, updatedAt: dateTime };
const name = orNull(text);
/** What only some kinds of question have. */
const ofSome = <T>(shape: Shape<T>) => absentOr(orNull(shape));

export const Classification = record({
  title: text,
  color: text,
  minScore: number,
  maxScore: number,
});

const option = record({
  id: integer,
  value: text,
  weight: number,
  emoji: ofSome(text),
  isOther: boolean,
  position: integer,
  ...times,
});
export const questionSummary = {
  title: text,
  questionType: text,
  position: integer,
  scaleStart: ofSome(number),
  scaleEnd: ofSome(number),
  scaleStep: ofSome(number),
  leftLabel: ofSome(text),
  centerLabel: ofSome(text),
  rightLabel: ofSome(text),
  leftEmoji: ofSome(text),
  centerEmoji: ofSome(text),
  rightEmoji: ofSome(text),
  formSubScaleId: ofSome(integer),
  pointAnchors: ofSome(listOf(record({ emoji: name, label: text, value: number }))),
  questionOptions: listOf(option),
};
const scoreRange = record({
  id: integer,
  formTemplateId: uuid,
  formSubScaleId: orNull(integer),
  title: text,
  color: text,
  minScore: number,
  maxScore: number,
  ...times,
});
export const Tag = record({ id: integer, name: text, ...times });
const globalScoreConfig = record({
  calculateGlobalScore: boolean,
  calculationMethod: name,
  scoreDirection: name,
  source: name,
});
export const Instrument = record({
  id: uuid,
  title: text,
  shortTitle: text,
  formattedTitle: text,
  description: name,
  instruction: name,
  patientInstruction: name,
  references: name,
  developerReferences: name,
  instrumentType: text,
  status: text,
  isNew: boolean,
  isPublic: boolean,
  isScorable: boolean,
  averageScore: orNull(number),
  config: record({ globalScoreConfig }),
  metadata: orNull(record({ publishedAt: orNull(dateTime) })),
  questions: listOf(
    record({
      ...questionSummary,
      id: integer,
      code: text,
      hasWeight: boolean,
      subScaleIds: listOf(integer),
      visibilityCondition: ofSome(record({ operator: text })),
      ...times,
    }),
  ),
  scoreRanges: listOf(scoreRange),
  sections: listOf(record({ id: integer, title: text, description: name, position: integer, ...times })),
  subScales: listOf(
    record({
      id: integer,
      name: text,
      code: text,
      calculationMethod: text,
      scoreDirection: text,
      source: text,
      childSubScaleIds: listOf(integer),
      scoreRanges: listOf(scoreRange),
      ...times,
    }),
  ),
  tags: listOf(Tag),
  ...times,
});

const Point = record({
  submissionId: integer,
  formApplicationId: integer,
  completedFillAt: dateTime,
  score: number,
  classification: orNull(Classification),
  indicators: record({
    deltaFromBaseline: orNull(number),
    deltaFromPrevious: orNull(number),
    percentChangeFromBaseline: orNull(number),
    percentChangeFromPrevious: orNull(number),
    isBestScore: orNull(boolean),
    isWorstScore: orNull(boolean),
    previousSeverityCategory: name,
    severityCategory: name,
  }),
});
export const ScoreGraph = record({
  formTemplateId: uuid,
  patientId: uuid,
  generatedAt: dateTime,
  series: listOf(
    record({
      seriesId: text,
      seriesType: text,
      name: text,
      source: text,
      calculationMethod: text,
      scoreRanges: listOf(Classification),
      yDomain: record({ min: number, max: number }),
      points: listOf(Point),
    }),
  ),
  summary: record({
    firstSubmissionCompletedFillAt: orNull(dateTime),
    lastSubmissionCompletedFillAt: orNull(dateTime),
    totalAnsweredSubmissions: integer,
  }),
});

export type Instrument = Given<typeof Instrument>;
