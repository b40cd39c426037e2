import {
  ANXIETY,
  COLORS,
  choices,
  numbered,
  PARAPHRASED,
  ranges,
  TWO_WEEKS_FREQUENCY,
  TWO_WEEKS_QUESTION,
  words,
} from '../build.ts';
import type { InstrumentDefinition } from '../definition.ts';

/** GAD-7: 7 items of 0 to 3, total 0 to 21. Spitzer, Kroenke, Williams and Löwe (2006), Arch Intern Med 166: 1092-1097. */
export const gad7: InstrumentDefinition = {
  id: 'b8e2d5f4-16c3-4d7a-a0b9-3f4c8e6a2d17',
  shortTitle: 'GAD-7',
  title: words(
    'Generalized Anxiety Disorder scale, 7 items',
    'Escala de Transtorno de Ansiedade Generalizada, 7 itens',
  ),
  description: words(
    `Severity of anxiety symptoms over two weeks. ${PARAPHRASED.en}`,
    `Gravidade de sintomas de ansiedade em duas semanas. ${PARAPHRASED['pt-BR']}`,
  ),
  instruction: words(
    'Sum of seven items from 0 to 3, total 0 to 21.',
    'Soma de sete itens de 0 a 3, total de 0 a 21.',
  ),
  patientInstruction: TWO_WEEKS_QUESTION,
  references:
    'Spitzer RL, Kroenke K, Williams JBW, Löwe B (2006). A brief measure for assessing generalized anxiety disorder: the GAD-7. Arch Intern Med 166(10): 1092-1097.',
  developerReferences: 'LOINC: total score 70274-6.',
  invented: false,
  tags: [ANXIETY.id],
  hasGlobalScore: true,
  direction: 'HIGHER_WORSE',
  ranges: ranges(350, [
    [0, 4, words('Minimal', 'Mínima'), COLORS.calm],
    [5, 9, words('Mild', 'Leve'), COLORS.mild],
    [10, 14, words('Moderate', 'Moderada'), COLORS.moderate],
    [15, 21, words('Severe', 'Grave'), COLORS.severe],
  ]),
  subscales: [],
  questions: numbered(3, 'GAD7', choices(TWO_WEEKS_FREQUENCY), [
    { text: words('Nervousness or tension', 'Nervosismo ou tensão') },
    { text: words('Worry that is hard to stop', 'Preocupação difícil de interromper') },
    { text: words('Worry about many different matters', 'Preocupação com muitos assuntos diferentes') },
    { text: words('Difficulty unwinding', 'Dificuldade para desacelerar') },
    {
      text: words('Restlessness, difficulty keeping still', 'Inquietação, dificuldade para ficar parado(a)'),
    },
    { text: words('Irritation at small things', 'Irritação com coisas pequenas') },
    { text: words('A sense that something bad is coming', 'Sensação de que algo ruim está por vir') },
  ]),
};
