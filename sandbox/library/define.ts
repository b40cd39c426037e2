import type { RISK_FLAG_TYPES, RISK_SEVERITIES } from '@instrument-panel/client/contract';
import type { SandboxLanguage } from '../words/index.ts';

/** A text in both languages, in the order en, pt-BR. */
type Pair = readonly [en: string, ptBR: string];

const toText = ([en, ptBR]: Pair): Readonly<Record<SandboxLanguage, string>> => ({ en, 'pt-BR': ptBR });

/** Topics by which the library can be filtered. */
export const TAGS = {
  DEPRESSION: { id: 1, name: toText(['Depression', 'Depressão']) },
  ANXIETY: { id: 2, name: toText(['Anxiety', 'Ansiedade']) },
  TRAUMA: { id: 3, name: toText(['Trauma', 'Trauma']) },
  STRESS: { id: 4, name: toText(['Stress and distress', 'Estresse e sofrimento']) },
  SOMATIC: { id: 5, name: toText(['Physical symptoms', 'Sintomas físicos']) },
  WELL_BEING: { id: 6, name: toText(['Well-being', 'Bem-estar']) },
  SCREENING: { id: 7, name: toText(['Brief screening', 'Triagem breve']) },
  /** Instruments with an item that can raise a risk signal. */
  RISK_ITEM: { id: 8, name: toText(['Has a risk item', 'Tem item de risco']) },
  DEMONSTRATION: { id: 9, name: toText(['Invented for demonstration', 'Inventado para demonstração']) },
} as const;
export type TagName = keyof typeof TAGS;

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

/** Said by every published instrument of the library. */
const PARAPHRASED: Pair = [
  'For demonstration: each item is our own short paraphrase of its topic, not the published wording.',
  'Para demonstração: cada item é uma paráfrase curta e própria do seu tema, e não o texto publicado.',
];

/** Question and options of the PHQ-9, PHQ-2 and GAD-7. */
export const OVER_TWO_WEEKS = {
  patientInstruction: [
    'Over the last two weeks, how often has each of these bothered you?',
    'Nas últimas duas semanas, com que frequência cada uma destas situações incomodou você?',
  ],
  options: [
    ['Not at all', 'Nenhuma vez'],
    ['Several days', 'Vários dias'],
    ['More than half the days', 'Mais da metade dos dias'],
    ['Nearly every day', 'Quase todos os dias'],
  ],
} as const satisfies Partial<InstrumentFacts>;

/** Which way a score runs; `null` is an unknown direction. `HIGHER_BETTER` is this project's choice of word. */
export type ScoreDirection = 'HIGHER_WORSE' | 'HIGHER_BETTER' | null;

/** The risk signal that choosing an option raises; it supports the professional's attention and is not a diagnosis. */
type RiskSignal = {
  readonly flagType: Exclude<(typeof RISK_FLAG_TYPES)[number], 'NONE'>;
  readonly severity: (typeof RISK_SEVERITIES)[number];
};

/** A range; both scores are included. */
type RangeRow = readonly [min: number, max: number, en: string, ptBR: string, color: keyof typeof COLORS];

/** One item in our own short paraphrase, with its subscale, or the risk that an option raises, by its weight. */
type Item = readonly [
  en: string,
  ptBR: string,
  part?: string | Readonly<Record<number, RiskSignal['severity']>>,
];

/** Facts of an instrument, as its file states them. */
interface InstrumentFacts {
  /** UUID, fixed for ever: `formId` of paths, `formTemplateId` of resources. */
  readonly id: string;
  /** Number in the library, used once, from which the ids of its parts are made. From 10 on these have a digit more. */
  readonly series: number;
  readonly shortTitle: string;
  readonly title: Pair;
  readonly description: Pair;
  /** For the professional. */
  readonly instruction: Pair;
  /** Shown to the patient above the questions: the period asked about. */
  readonly patientInstruction: Pair;
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
    readonly name: Pair;
    readonly ranges: readonly RangeRow[];
  }[];
  /** Labels of the options, which all items share. */
  readonly options: readonly Pair[];
  /** Weight of an option by its index. Default: the index. */
  readonly weightOf?: (index: number) => number;
  readonly items: readonly Item[];
}

function toRanges(firstId: number, rows: readonly RangeRow[]) {
  return rows.map(([minScore, maxScore, en, ptBR, color], index) => ({
    id: firstId + index,
    title: toText([en, ptBR]),
    color: COLORS[color],
    minScore,
    maxScore,
  }));
}

/** Numbers the items: question ids are `series` × 100 + position, option ids the question's id × 10 + index. */
function toQuestions({ series, shortTitle, options, weightOf = (index) => index, items }: InstrumentFacts) {
  return items.map(([en, ptBR, part], index) => {
    const position = index + 1;
    const id = series * 100 + position;
    const risks = typeof part === 'object' ? part : {};
    return {
      id,
      code: `${shortTitle.replace('-', '')}_${position}`,
      position,
      text: toText([en, ptBR]),
      /** Key of the subscale that the item counts in. */
      subscale: typeof part === 'string' ? part : null,
      options: options.map((label, at) => {
        const weight = weightOf(at);
        const severity = risks[weight];
        const risk: RiskSignal | null = severity ? { flagType: 'SUICIDE_SELF_HARM', severity } : null;
        return { id: id * 10 + at, text: toText(label), weight, risk };
      }),
    };
  });
}

/** Creates an instrument of the library, with ids that are used once in it. */
export function defineInstrument(facts: InstrumentFacts) {
  const { series, invented = false, direction = 'HIGHER_WORSE', description, ranges, subscales = [] } = facts;
  const note: Pair = invented ? ['', ''] : PARAPHRASED;
  return {
    id: facts.id,
    shortTitle: facts.shortTitle,
    title: toText(facts.title),
    description: toText([`${description[0]} ${note[0]}`.trim(), `${description[1]} ${note[1]}`.trim()]),
    instruction: toText(facts.instruction),
    patientInstruction: toText(facts.patientInstruction),
    references: facts.references,
    developerReferences: facts.developerReferences ?? null,
    invented,
    tags: facts.tags,
    hasGlobalScore: ranges !== undefined,
    direction,
    ranges: toRanges(series * 100 + 50, ranges ?? []),
    subscales: subscales.map(({ key, name, ranges: rows }, index) => ({
      id: series * 100 + 91 + index,
      key,
      name: toText(name),
      direction,
      ranges: toRanges(series * 100 + 50 + 5 * index, rows),
    })),
    questions: toQuestions(facts),
  };
}

/** An instrument of the library: texts in every language, scoring, ranges and risk items. */
export type InstrumentDefinition = ReturnType<typeof defineInstrument>;
export type QuestionDefinition = InstrumentDefinition['questions'][number];
export type RangeDefinition = InstrumentDefinition['ranges'][number];
