import type { Instrument, QuestionSummary, Tag } from '@instrument-panel/client/contract';
import type { AnswerLanguage } from '../words/index.ts';
import {
  type InstrumentDefinition,
  type QuestionDefinition,
  type RangeDefinition,
  TAGS,
  type TagName,
} from './define.ts';

const PUBLISHED_AT = '2024-01-15T12:00:00.000Z';
const STAMPS = { createdAt: PUBLISHED_AT, updatedAt: PUBLISHED_AT } as const;

/** A range as `globalClassification` and the score graph carry it. */
export function classificationJson(range: RangeDefinition, language: AnswerLanguage) {
  return {
    title: range.title[language],
    color: range.color,
    minScore: range.minScore,
    maxScore: range.maxScore,
  };
}

export function tagJson(tag: TagName, language: AnswerLanguage): Tag {
  const { id, name } = TAGS[tag];
  return { id, name: name[language], ...STAMPS };
}

/** The question as an answer carries it (docs/service.md#question). */
export function questionSummaryJson(
  instrument: InstrumentDefinition,
  question: QuestionDefinition,
  language: AnswerLanguage,
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

/** An instrument as the sandbox sends it: always with its title. */
export type SentInstrument = Instrument & { readonly title: string };

/**
 * The instrument as the service sends it (docs/service.md#instrument), with its texts in `language`. Chosen, since
 * only `DRAFT` and `STANDARDIZED_SCALE` are shown: status `PUBLISHED`, and type `CUSTOM` for an invented one.
 */
export function instrumentJson(instrument: InstrumentDefinition, language: AnswerLanguage): SentInstrument {
  const { id, title, shortTitle, direction, references, developerReferences } = instrument;
  const rangesJson = (ranges: readonly RangeDefinition[], formSubScaleId: number | null) =>
    ranges.map((range) => ({
      id: range.id,
      formTemplateId: id,
      formSubScaleId,
      ...classificationJson(range, language),
      ...STAMPS,
    }));
  return {
    id,
    title: title[language],
    shortTitle,
    formattedTitle: `${shortTitle} – ${title[language]}`,
    description: instrument.description[language],
    instruction: instrument.instruction[language],
    patientInstruction: instrument.patientInstruction[language],
    references,
    developerReferences,
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
        scoreDirection: direction,
        source: 'QUESTIONS',
      },
    },
    metadata: { publishedAt: PUBLISHED_AT },
    questions: instrument.questions.map((question) => {
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
    }),
    scoreRanges: rangesJson(instrument.ranges, null),
    sections: [],
    subScales: instrument.subscales.map((subscale) => ({
      id: subscale.id,
      name: subscale.name[language],
      code: subscale.key,
      calculationMethod: 'SUM',
      scoreDirection: subscale.direction,
      source: 'QUESTIONS',
      childSubScaleIds: [],
      scoreRanges: rangesJson(subscale.ranges, subscale.id),
      ...STAMPS,
    })),
    tags: instrument.tags.map((tag) => tagJson(tag, language)),
    ...STAMPS,
  };
}
