import type { Instrument } from '@instrument-panel/client/contract';
import type { SentInstrument } from '../library/json.ts';
import { type SandboxLanguage, serviceMessages } from '../words/index.ts';
import { type Paragraph, writePdf } from './write.ts';

type Ranges = NonNullable<Instrument['scoreRanges']>;

const heading = (text: string): Paragraph => ({ text, bold: true, size: 12, above: 16 });

/** Renders an instrument to print: its description, questions with options and weights, ranges and references. */
export function instrumentPdf(
  instrument: SentInstrument,
  language: SandboxLanguage,
): Uint8Array<ArrayBuffer> {
  const words = serviceMessages[language].sheet;
  const subscales = instrument.subScales ?? [];
  const name = instrument.shortTitle ?? instrument.title;

  const scale = (text: string, ranges: Ranges): readonly Paragraph[] => [
    { text, bold: true, above: 6 },
    ...ranges.map(({ title, minScore, maxScore }) => ({
      text: words.range({ title: title ?? '', min: minScore ?? '…', max: maxScore ?? '…' }),
      indent: 12,
    })),
  ];

  const questions = (instrument.questions ?? []).map((question, index): readonly Paragraph[] => {
    const subscale = subscales.find(({ id }) => id === question.formSubScaleId);
    const title = `${index + 1}. ${question.title}`;
    return [
      { text: subscale ? `${title} [${subscale.name}]` : title, bold: true, above: 10 },
      ...(question.questionOptions ?? []).map((option) => ({
        text: words.option({ text: option.value, weight: option.weight ?? 0 }),
        indent: 12,
      })),
    ];
  });
  const [firstQuestion = [], ...otherQuestions] = questions;
  const [firstScale = [], ...otherScales] = [{ ...instrument, name: words.total }, ...subscales].flatMap(
    ({ name: title, scoreRanges }) => (scoreRanges?.length ? [scale(title, scoreRanges)] : []),
  );

  return writePdf({
    title: `${name}: ${instrument.title}`,
    language,
    footer: (page, pages) => words.footer({ shortTitle: name, page, pages }),
    groups: [
      [
        { text: name, bold: true, size: 18 },
        { text: instrument.title, size: 12 },
        { text: instrument.description ?? '', above: 8 },
        { text: words.forProfessional({ instruction: instrument.instruction ?? '' }), above: 6 },
      ],
      [heading(instrument.patientInstruction ?? words.questions), ...firstQuestion],
      ...otherQuestions,
      [heading(words.ranges), ...firstScale],
      ...otherScales,
      [
        heading(words.references),
        ...[instrument.references, instrument.developerReferences].flatMap((text) =>
          text ? [{ text, above: 4 }] : [],
        ),
      ],
    ],
  });
}
