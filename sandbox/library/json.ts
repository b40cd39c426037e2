import type {
  Classification,
  Instrument,
  InstrumentQuestion,
  QuestionSummary,
  Tag,
} from '@instrument-panel/client/contract';
import type { SandboxLanguage } from '../words/index.ts';
import { TAGS } from './build.ts';
import type {
  InstrumentDefinition,
  QuestionDefinition,
  RangeDefinition,
  SubscaleDefinition,
  TagDefinition,
} from './definition.ts';

/** Date of everything in the library. */
const PUBLISHED_AT = '2024-01-15T12:00:00.000Z';
const STAMPS = { createdAt: PUBLISHED_AT, updatedAt: PUBLISHED_AT } as const;

/** A range as `globalClassification` and the score graph carry it. */
export function classificationJson(range: RangeDefinition, language: SandboxLanguage): Classification {
  return {
    title: range.title[language],
    color: range.color,
    minScore: range.minScore,
    maxScore: range.maxScore,
  };
}

/** A tag as `GET /forms/tags` gives it. */
export function tagJson(tag: TagDefinition, language: SandboxLanguage): Tag {
  return { id: tag.id, name: tag.name[language], ...STAMPS };
}

/** The question as an answer carries it (docs/service.md#question). */
export function questionSummaryJson(
  instrument: InstrumentDefinition,
  question: QuestionDefinition,
  language: SandboxLanguage,
): QuestionSummary {
  const subscale = instrument.subscales.find((candidate) => candidate.key === question.subscale);
  return {
    title: question.text[language],
    questionType: 'MULTIPLE_CHOICE',
    position: question.position,
    formSubScaleId: subscale?.id ?? null,
    pointAnchors: [],
    questionOptions: question.options.map((option, index) => ({
      id: option.id,
      value: option.text[language],
      weight: option.weight,
      isOther: false,
      position: index + 1,
      ...STAMPS,
    })),
  };
}

function questionJson(
  instrument: InstrumentDefinition,
  question: QuestionDefinition,
  language: SandboxLanguage,
): InstrumentQuestion {
  const summary = questionSummaryJson(instrument, question, language);
  return {
    ...summary,
    id: question.id,
    code: question.code,
    hasWeight: true,
    subScaleIds: summary.formSubScaleId == null ? [] : [summary.formSubScaleId],
    visibilityCondition: null,
    ...STAMPS,
  };
}

const rangeJson = (
  instrument: InstrumentDefinition,
  subscale: SubscaleDefinition | null,
  range: RangeDefinition,
  language: SandboxLanguage,
) => ({
  id: range.id,
  formTemplateId: instrument.id,
  formSubScaleId: subscale?.id ?? null,
  ...classificationJson(range, language),
  minScore: range.minScore,
  maxScore: range.maxScore,
  ...STAMPS,
});

/**
 * The instrument as the service sends it (docs/service.md#instrument), with its texts in `language`. Chosen, since
 * only `DRAFT` and `STANDARDIZED_SCALE` are shown: status `PUBLISHED`, and type `CUSTOM` for an invented one.
 */
export function instrumentJson(instrument: InstrumentDefinition, language: SandboxLanguage): Instrument {
  return {
    id: instrument.id,
    title: instrument.title[language],
    shortTitle: instrument.shortTitle,
    formattedTitle: `${instrument.shortTitle} – ${instrument.title[language]}`,
    description: instrument.description[language],
    instruction: instrument.instruction[language],
    patientInstruction: instrument.patientInstruction[language],
    references: instrument.references,
    developerReferences: instrument.developerReferences,
    instrumentType: instrument.invented ? 'CUSTOM' : 'STANDARDIZED_SCALE',
    status: 'PUBLISHED',
    isNew: false,
    isPublic: true,
    isScorable: true,
    averageScore: null,
    config: {
      globalScoreConfig: {
        calculateGlobalScore: instrument.hasGlobalScore,
        calculationMethod: 'SUM',
        scoreDirection: instrument.direction,
        source: 'QUESTIONS',
      },
    },
    metadata: { publishedAt: PUBLISHED_AT },
    questions: instrument.questions.map((question) => questionJson(instrument, question, language)),
    scoreRanges: instrument.ranges.map((range) => rangeJson(instrument, null, range, language)),
    sections: [],
    subScales: instrument.subscales.map((subscale) => ({
      id: subscale.id,
      name: subscale.name[language],
      code: subscale.key,
      calculationMethod: 'SUM',
      scoreDirection: subscale.direction,
      source: 'QUESTIONS',
      childSubScaleIds: [],
      scoreRanges: subscale.ranges.map((range) => rangeJson(instrument, subscale, range, language)),
      ...STAMPS,
    })),
    tags: TAGS.filter((tag) => instrument.tags.includes(tag.id)).map((tag) => tagJson(tag, language)),
    ...STAMPS,
  };
}
