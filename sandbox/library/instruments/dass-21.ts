import {
  ANXIETY,
  COLORS,
  choices,
  DEPRESSION,
  numbered,
  PARAPHRASED,
  ranges,
  STRESS,
  words,
} from '../build.ts';
import type { InstrumentDefinition, RangeDefinition, SubscaleDefinition } from '../definition.ts';

const APPLIED = [
  words('Did not apply', 'Não se aplicou'),
  words('Applied to some degree', 'Aplicou-se em algum grau'),
  words('Applied to a considerable degree', 'Aplicou-se em grau considerável'),
  words('Applied very much', 'Aplicou-se muito'),
];

/** The five ranges of one subscale, given by the last score of each. */
function severity(
  firstId: number,
  lasts: readonly [normal: number, mild: number, moderate: number, severe: number, extreme: number],
): readonly RangeDefinition[] {
  const [normal, mild, moderate, severe, extreme] = lasts;
  return ranges(firstId, [
    [0, normal, words('Normal', 'Normal'), COLORS.calm],
    [normal + 1, mild, words('Mild', 'Leve'), COLORS.mild],
    [mild + 1, moderate, words('Moderate', 'Moderado'), COLORS.moderate],
    [moderate + 1, severe, words('Severe', 'Grave'), COLORS.severe],
    [severe + 1, extreme, words('Extremely severe', 'Extremamente grave'), COLORS.extreme],
  ]);
}

const subscales: readonly SubscaleDefinition[] = [
  {
    id: 791,
    key: 'DEPRESSION',
    name: words('Depression', 'Depressão'),
    direction: 'HIGHER_WORSE',
    ranges: severity(750, [9, 13, 20, 27, 42]),
  },
  {
    id: 792,
    key: 'ANXIETY',
    name: words('Anxiety', 'Ansiedade'),
    direction: 'HIGHER_WORSE',
    ranges: severity(755, [7, 9, 14, 19, 42]),
  },
  {
    id: 793,
    key: 'STRESS',
    name: words('Stress', 'Estresse'),
    direction: 'HIGHER_WORSE',
    ranges: severity(760, [14, 18, 25, 33, 42]),
  },
];

/**
 * DASS-21: three subscales of 7 items, doubled by weights of 0, 2, 4 and 6, each 0 to 42; no global score.
 * Lovibond and Lovibond (1995), Manual for the Depression Anxiety Stress Scales.
 */
export const dass21: InstrumentDefinition = {
  id: '2e7b19f8-5d03-4c6a-97e4-a1f8c3b60d95',
  shortTitle: 'DASS-21',
  title: words(
    'Depression Anxiety Stress Scales, 21 items',
    'Escalas de Depressão, Ansiedade e Estresse, 21 itens',
  ),
  description: words(
    `Depression, anxiety and stress over one week, scored apart. ${PARAPHRASED.en}`,
    `Depressão, ansiedade e estresse em uma semana, pontuados em separado. ${PARAPHRASED['pt-BR']}`,
  ),
  instruction: words(
    'Three subscales of seven items; the sums are doubled, so each runs from 0 to 42. There is no total score.',
    'Três subescalas de sete itens; as somas são dobradas, e cada uma vai de 0 a 42. Não há pontuação total.',
  ),
  patientInstruction: words(
    'How much did each of these apply to you over the last week?',
    'Quanto cada uma destas situações se aplicou a você na última semana?',
  ),
  references:
    'Lovibond SH, Lovibond PF (1995). Manual for the Depression Anxiety Stress Scales, 2nd edition. Psychology Foundation of Australia.',
  developerReferences: null,
  invented: false,
  tags: [DEPRESSION.id, ANXIETY.id, STRESS.id],
  hasGlobalScore: false,
  direction: 'HIGHER_WORSE',
  ranges: [],
  subscales,
  questions: numbered(7, 'DASS21', choices(APPLIED, { step: 2 }), [
    {
      text: words('Hard to wind down after activity', 'Dificuldade para desacelerar depois das atividades'),
      subscale: 'STRESS',
    },
    { text: words('Dry mouth', 'Boca seca'), subscale: 'ANXIETY' },
    {
      text: words('No positive feelings at all', 'Ausência de sentimentos positivos'),
      subscale: 'DEPRESSION',
    },
    {
      text: words('Difficulty breathing without effort', 'Dificuldade para respirar sem ter feito esforço'),
      subscale: 'ANXIETY',
    },
    {
      text: words('Hard to get started on things', 'Dificuldade para começar as coisas'),
      subscale: 'DEPRESSION',
    },
    { text: words('Reacting too strongly', 'Reações exageradas'), subscale: 'STRESS' },
    { text: words('Trembling, as of the hands', 'Tremores, como os das mãos'), subscale: 'ANXIETY' },
    { text: words('Running on nervous energy', 'Gasto de muita energia nervosa'), subscale: 'STRESS' },
    {
      text: words(
        'Worry about panicking in front of others',
        'Preocupação em entrar em pânico diante dos outros',
      ),
      subscale: 'ANXIETY',
    },
    { text: words('Nothing to look forward to', 'Nada de bom a esperar'), subscale: 'DEPRESSION' },
    { text: words('Becoming agitated', 'Agitação'), subscale: 'STRESS' },
    { text: words('Difficulty relaxing', 'Dificuldade para relaxar'), subscale: 'STRESS' },
    { text: words('Feeling sad and low', 'Tristeza e desânimo'), subscale: 'DEPRESSION' },
    {
      text: words('No patience for interruptions', 'Falta de paciência com interrupções'),
      subscale: 'STRESS',
    },
    { text: words('Being close to panic', 'Estar à beira do pânico'), subscale: 'ANXIETY' },
    {
      text: words('No enthusiasm for anything', 'Falta de entusiasmo por qualquer coisa'),
      subscale: 'DEPRESSION',
    },
    {
      text: words('Feeling of little worth as a person', 'Sensação de ter pouco valor como pessoa'),
      subscale: 'DEPRESSION',
    },
    { text: words('Being easily offended', 'Sensibilidade exagerada a críticas'), subscale: 'STRESS' },
    {
      text: words('Noticing the heart without exertion', 'Perceber o coração sem ter feito esforço'),
      subscale: 'ANXIETY',
    },
    { text: words('Fear without good reason', 'Medo sem um bom motivo'), subscale: 'ANXIETY' },
    {
      text: words('Life seems without meaning', 'Sensação de que a vida não tem sentido'),
      subscale: 'DEPRESSION',
    },
  ]),
};
