import type {
  LibraryText,
  OptionDefinition,
  QuestionDefinition,
  RangeDefinition,
  RiskSignal,
  TagDefinition,
} from './definition.ts';

/** A text given in both languages, in the order en, pt-BR. */
export const words = (en: string, ptBR: string): LibraryText => ({ en, 'pt-BR': ptBR });

/** A label with its weight, used for every question of an instrument. */
interface ScaleOption {
  readonly text: LibraryText;
  readonly weight: number;
}

/** One item before it has its ids. */
interface Item {
  readonly text: LibraryText;
  readonly subscale?: string;
  /** Risk signal by weight: what choosing the option of that weight raises. */
  readonly risk?: Readonly<Record<number, RiskSignal>>;
}

/** Labels with the weights 0, `step`, 2 × `step` … or, with `first` 1, 1, 2, 3 … */
export function choices(texts: readonly LibraryText[], { first = 0, step = 1 } = {}): readonly ScaleOption[] {
  return texts.map((text, index) => ({ text, weight: first + index * step }));
}

/**
 * Numbers an instrument's items. `series` is the instrument's number in the library (1 to 9): question ids are
 * `series` × 100 + position, option ids are the question's id × 10 + index, so none is used twice.
 */
export function numbered(
  series: number,
  code: string,
  scale: readonly ScaleOption[],
  items: readonly Item[],
): readonly QuestionDefinition[] {
  return items.map((item, index) => {
    const position = index + 1;
    const id = series * 100 + position;
    const options: OptionDefinition[] = scale.map((choice, at) => ({
      id: id * 10 + at,
      text: choice.text,
      weight: choice.weight,
      risk: item.risk?.[choice.weight] ?? null,
    }));
    return {
      id,
      code: `${code}_${position}`,
      position,
      text: item.text,
      options,
      subscale: item.subscale ?? null,
    };
  });
}

/** Ranges from rows of [first score, last score, title, colour]; ids follow `firstId`. */
export function ranges(
  firstId: number,
  rows: readonly (readonly [min: number, max: number, title: LibraryText, color: string])[],
): readonly RangeDefinition[] {
  return rows.map(([minScore, maxScore, title, color], index) => ({
    id: firstId + index,
    title,
    color,
    minScore,
    maxScore,
  }));
}

/**
 * Colours of ranges: at least 3:1 against white and against #121212 (WCAG 2.2, 1.4.11), and told apart by
 * lightness or hue by people who do not see red and green. Always beside the range's title.
 */
export const COLORS = {
  calm: '#17858b',
  mild: '#8a7a0c',
  moderate: '#c8641a',
  severe: '#d8404d',
  extreme: '#9a56d0',
  neutral: '#5b7fae',
} as const;

/** Said by every published instrument of the library. */
export const PARAPHRASED = words(
  'For demonstration: each item is our own short paraphrase of its topic, not the published wording.',
  'Para demonstração: cada item é uma paráfrase curta e própria do seu tema, e não o texto publicado.',
);

/** Question of the PHQ-9, PHQ-2 and GAD-7 above their items. */
export const TWO_WEEKS_QUESTION = words(
  'Over the last two weeks, how often has each of these bothered you?',
  'Nas últimas duas semanas, com que frequência cada uma destas situações incomodou você?',
);

/** Options of the PHQ-9, PHQ-2 and GAD-7, over two weeks. */
export const TWO_WEEKS_FREQUENCY = [
  words('Not at all', 'Nenhuma vez'),
  words('Several days', 'Vários dias'),
  words('More than half the days', 'Mais da metade dos dias'),
  words('Nearly every day', 'Quase todos os dias'),
] as const;

export const DEPRESSION: TagDefinition = { id: 1, name: words('Depression', 'Depressão') };
export const ANXIETY: TagDefinition = { id: 2, name: words('Anxiety', 'Ansiedade') };
export const TRAUMA: TagDefinition = { id: 3, name: words('Trauma', 'Trauma') };
export const STRESS: TagDefinition = { id: 4, name: words('Stress and distress', 'Estresse e sofrimento') };
export const SOMATIC: TagDefinition = { id: 5, name: words('Physical symptoms', 'Sintomas físicos') };
export const WELL_BEING: TagDefinition = { id: 6, name: words('Well-being', 'Bem-estar') };
export const SCREENING: TagDefinition = { id: 7, name: words('Brief screening', 'Triagem breve') };
/** Instruments with an item that can raise a risk signal. */
export const RISK_ITEM: TagDefinition = { id: 8, name: words('Has a risk item', 'Tem item de risco') };
export const DEMONSTRATION: TagDefinition = {
  id: 9,
  name: words('Invented for demonstration', 'Inventado para demonstração'),
};

/** All tags, by id. */
export const TAGS: readonly TagDefinition[] = [
  DEPRESSION,
  ANXIETY,
  TRAUMA,
  STRESS,
  SOMATIC,
  WELL_BEING,
  SCREENING,
  RISK_ITEM,
  DEMONSTRATION,
];
