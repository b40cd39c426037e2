import type {
  LibraryText,
  OptionDefinition,
  QuestionDefinition,
  RangeDefinition,
  RiskSignal,
} from './definition.ts';

/** A text given in both languages, in the order en, pt-BR. */
export const words = (en: string, ptBR: string): LibraryText => ({ en, 'pt-BR': ptBR });

/** A label with its weight, used for every question of an instrument. */
export interface Choice {
  readonly text: LibraryText;
  readonly weight: number;
}

/** One item before it has its ids. */
export interface Item {
  readonly text: LibraryText;
  readonly subscale?: string;
  /** Risk signal by weight: what choosing the option of that weight raises. */
  readonly risk?: Readonly<Record<number, RiskSignal>>;
}

/** Labels with the weights 0, `step`, 2 × `step` … or, with `first` 1, 1, 2, 3 … */
export function choices(texts: readonly LibraryText[], { first = 0, step = 1 } = {}): readonly Choice[] {
  return texts.map((text, index) => ({ text, weight: first + index * step }));
}

/**
 * Numbers an instrument's items. `series` is the instrument's number in the library (1 to 9): question ids are
 * `series` × 100 + position, option ids are the question's id × 10 + index, so none is used twice.
 */
export function numbered(
  series: number,
  code: string,
  scale: readonly Choice[],
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
