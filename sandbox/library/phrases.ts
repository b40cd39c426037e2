import { words } from './build.ts';

/** Said by every published instrument of the library. */
export const PARAPHRASED = words(
  'For demonstration: each item is our own short paraphrase of its topic, not the published wording.',
  'Para demonstração: cada item é uma paráfrase curta e própria do seu tema, e não o texto publicado.',
);

/** What the PHQ-9, PHQ-2 and GAD-7 ask of each item. */
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
