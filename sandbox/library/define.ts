import type { RISK_FLAG_TYPES, RISK_SEVERITIES } from '@instrument-panel/client/contract';
import {
  ANSWER_LANGUAGES,
  type AnswerLanguage,
  type LibraryMessages,
  libraryMessages,
} from '../words/index.ts';

/** A text in every language of the patient's page. */
type Text = Readonly<Record<AnswerLanguage, string>>;

/** Reads a text of `sandbox/words/library/` in every language. */
const readText = (read: (words: LibraryMessages) => string | undefined): Text =>
  Object.fromEntries(
    ANSWER_LANGUAGES.map((language) => [language, read(libraryMessages[language]) ?? '']),
  ) as Record<AnswerLanguage, string>;

export type TagName = keyof LibraryMessages['tags'];
const toTag = (id: number, name: TagName) => ({ id, name: readText(({ tags }) => tags[name]) });

/** Topics by which the library can be filtered. */
export const TAGS: Readonly<Record<TagName, ReturnType<typeof toTag>>> = {
  DEPRESSION: toTag(1, 'DEPRESSION'),
  ANXIETY: toTag(2, 'ANXIETY'),
  TRAUMA: toTag(3, 'TRAUMA'),
  STRESS: toTag(4, 'STRESS'),
  SOMATIC: toTag(5, 'SOMATIC'),
  WELL_BEING: toTag(6, 'WELL_BEING'),
  SCREENING: toTag(7, 'SCREENING'),
  /** Instruments with an item that can raise a risk signal. */
  RISK_ITEM: toTag(8, 'RISK_ITEM'),
  DEMONSTRATION: toTag(9, 'DEMONSTRATION'),
};

/**
 * Colours of ranges: at least 3:1 against white and against #121212 (WCAG 2.2, 1.4.11), and told apart by
 * lightness or hue by people who do not see red and green. Always beside the range's title.
 */
const COLORS = {
  calm: '#17858b',
  mild: '#8a7a0c',
  moderate: '#c8641a',
  severe: '#d8404d',
  extreme: '#9a56d0',
  neutral: '#5b7fae',
} as const;

/** Which way a score runs; `null` is an unknown direction. `HIGHER_BETTER` is this project's choice of word. */
export type ScoreDirection = 'HIGHER_WORSE' | 'HIGHER_BETTER' | null;

/** The risk signal that choosing an option raises; it supports the professional's attention and is not a diagnosis. */
type RiskSignal = {
  readonly flagType: Exclude<(typeof RISK_FLAG_TYPES)[number], 'NONE'>;
  readonly severity: (typeof RISK_SEVERITIES)[number];
};

/** A range; both scores are included. Its title is the text at the same index of the instrument's `ranges`. */
type RangeRow = readonly [min: number, max: number, color: keyof typeof COLORS];

/** The texts of an instrument in one language, as `sandbox/words/library/` has them under its short title. */
interface InstrumentWords {
  readonly title: string;
  readonly description: string;
  /** For the professional. */
  readonly instruction: string;
  /** Shown to the patient above the questions: the period asked about. */
  readonly patientInstruction: string;
  /** Names of the subscales. */
  readonly subscales?: readonly string[];
  /** Titles of the score ranges; all subscales have the same. */
  readonly ranges: readonly string[];
  /** Labels of the options, which all items share. */
  readonly options: readonly string[];
  /** Each item in our own short paraphrase. */
  readonly items: readonly string[];
}

/** Facts of an instrument, as its file states them. */
interface InstrumentFacts {
  /** UUID, fixed for ever: `formId` of paths, `formTemplateId` of resources. */
  readonly id: string;
  /** Number in the library, 1 to 99, used once: the ids of the instrument's parts are made from it. */
  readonly series: number;
  /** The key of its texts. */
  readonly shortTitle: keyof LibraryMessages['instruments'];
  /** The paper that scoring and ranges follow. */
  readonly references: string;
  /** Verified codes of other vocabularies, in words. Default: none was verified. */
  readonly developerReferences?: string;
  /** True if it is made up for demonstration and rests on no paper. Default: `false`. */
  readonly invented?: boolean;
  readonly tags: readonly TagName[];
  /** Default: `HIGHER_WORSE`. */
  readonly direction?: ScoreDirection;
  /** Of the global score. Left out if only subscales have a score (DASS-21). */
  readonly ranges?: readonly RangeRow[];
  /** Parts with a score of their own. Default: none. */
  readonly subscales?: readonly {
    /** Key of `subscaleClassifications`, and `code` of the wire's SubScale. */
    readonly key: string;
    readonly ranges: readonly RangeRow[];
    /** Positions of its items, from 1. */
    readonly items: readonly number[];
  }[];
  /** Weight of an option by its index. Default: the index. */
  readonly weightOf?: (index: number) => number;
  /** The risk that an option raises: by the item's position, then by the option's weight. Default: none. */
  readonly risks?: Readonly<Record<number, Readonly<Record<number, RiskSignal['severity']>>>>;
}

/**
 * The number from which the ids of an instrument's parts count. Questions and ranges have 3 digits below series 10 and
 * 5 from there on, options one more, so no two ids are equal.
 */
const toFirstId = (series: number): number => series * (series < 10 ? 100 : 1000);

/** Creates an instrument of the library. Throws if its texts do not fit its facts, or its ids could meet others. */
export function defineInstrument(facts: InstrumentFacts) {
  const { series, shortTitle, invented = false, direction = 'HIGHER_WORSE', ranges, subscales = [] } = facts;
  const { weightOf = (index) => index, risks = {} } = facts;
  const read = (pick: (words: InstrumentWords) => string | undefined): Text =>
    readText(({ instruments }) => pick(instruments[shortTitle]));
  const english: InstrumentWords = libraryMessages.en.instruments[shortTitle];
  const firstId = toFirstId(series);

  function toRanges(firstRangeId: number, rows: readonly RangeRow[]) {
    if (rows.length !== english.ranges.length) throw new Error(`${shortTitle}: each range needs a title.`);
    return rows.map(([minScore, maxScore, color], index) => ({
      id: firstRangeId + index,
      title: read((words) => words.ranges[index]),
      color: COLORS[color],
      minScore,
      maxScore,
    }));
  }
  function toOptions(questionId: number, position: number) {
    return english.options.map((_, index) => {
      const weight = weightOf(index);
      const severity = risks[position]?.[weight];
      const risk: RiskSignal | null = severity ? { flagType: 'SUICIDE_SELF_HARM', severity } : null;
      return { id: questionId * 10 + index, text: read((words) => words.options[index]), weight, risk };
    });
  }

  if (series > 99 || english.items.length > 49 || english.options.length > 10) {
    throw new Error(`${shortTitle}: series above 99, over 49 items or over 10 options give ids twice.`);
  }
  return {
    id: facts.id,
    shortTitle: shortTitle as string,
    title: read((words) => words.title),
    description: readText(({ instruments, paraphrased }) => {
      const { description } = instruments[shortTitle];
      return invented ? description : `${description} ${paraphrased}`;
    }),
    instruction: read((words) => words.instruction),
    patientInstruction: read((words) => words.patientInstruction),
    references: facts.references,
    developerReferences: facts.developerReferences ?? null,
    invented,
    tags: facts.tags,
    hasGlobalScore: ranges !== undefined,
    direction,
    ranges: ranges ? toRanges(firstId + 50, ranges) : [],
    subscales: subscales.map(({ key, ranges: rows }, index) => ({
      id: firstId + 91 + index,
      key,
      name: read((words) => words.subscales?.[index]),
      direction,
      ranges: toRanges(firstId + 50 + 5 * index, rows),
    })),
    questions: english.items.map((_, index) => {
      const position = index + 1;
      const id = firstId + position;
      return {
        id,
        code: `${shortTitle.replace('-', '')}_${position}`,
        position,
        text: read((words) => words.items[index]),
        /** Key of the subscale that the item counts in. */
        subscale: subscales.find(({ items }) => items.includes(position))?.key ?? null,
        options: toOptions(id, position),
      };
    }),
  };
}

/** An instrument of the library: texts in every language, scoring, ranges and risk items. */
export type InstrumentDefinition = ReturnType<typeof defineInstrument>;
export type QuestionDefinition = InstrumentDefinition['questions'][number];
export type RangeDefinition = InstrumentDefinition['ranges'][number];
