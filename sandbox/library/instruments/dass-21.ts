import { defineInstrument } from '../define.ts';

/** The five ranges of one subscale, given by the last score of each. */
const severity = (normal: number, mild: number, moderate: number, severe: number, extreme: number) =>
  [
    [0, normal, 'Normal', 'Normal', 'calm'],
    [normal + 1, mild, 'Mild', 'Leve', 'mild'],
    [mild + 1, moderate, 'Moderate', 'Moderado', 'moderate'],
    [moderate + 1, severe, 'Severe', 'Grave', 'severe'],
    [severe + 1, extreme, 'Extremely severe', 'Extremamente grave', 'extreme'],
  ] as const;

/**
 * DASS-21: three subscales of 7 items, doubled by weights of 0, 2, 4 and 6, each 0 to 42; no global score.
 * Lovibond and Lovibond (1995), Manual for the Depression Anxiety Stress Scales.
 */
export const dass21 = defineInstrument({
  id: '2e7b19f8-5d03-4c6a-97e4-a1f8c3b60d95',
  series: 7,
  shortTitle: 'DASS-21',
  title: [
    'Depression Anxiety Stress Scales, 21 items',
    'Escalas de Depressão, Ansiedade e Estresse, 21 itens',
  ],
  description: [
    'Depression, anxiety and stress over one week, scored apart.',
    'Depressão, ansiedade e estresse em uma semana, pontuados em separado.',
  ],
  instruction: [
    'Three subscales of seven items; the sums are doubled, so each runs from 0 to 42. There is no total score.',
    'Três subescalas de sete itens; as somas são dobradas, e cada uma vai de 0 a 42. Não há pontuação total.',
  ],
  patientInstruction: [
    'How much did each of these apply to you over the last week?',
    'Quanto cada uma destas situações se aplicou a você na última semana?',
  ],
  references:
    'Lovibond SH, Lovibond PF (1995). Manual for the Depression Anxiety Stress Scales, 2nd edition. Psychology Foundation of Australia.',
  tags: ['DEPRESSION', 'ANXIETY', 'STRESS'],
  subscales: [
    { key: 'DEPRESSION', name: ['Depression', 'Depressão'], ranges: severity(9, 13, 20, 27, 42) },
    { key: 'ANXIETY', name: ['Anxiety', 'Ansiedade'], ranges: severity(7, 9, 14, 19, 42) },
    { key: 'STRESS', name: ['Stress', 'Estresse'], ranges: severity(14, 18, 25, 33, 42) },
  ],
  options: [
    ['Did not apply', 'Não se aplicou'],
    ['Applied to some degree', 'Aplicou-se em algum grau'],
    ['Applied to a considerable degree', 'Aplicou-se em grau considerável'],
    ['Applied very much', 'Aplicou-se muito'],
  ],
  weightOf: (index) => 2 * index,
  items: [
    ['Hard to wind down after activity', 'Dificuldade para desacelerar depois das atividades', 'STRESS'],
    ['Dry mouth', 'Boca seca', 'ANXIETY'],
    ['No positive feelings at all', 'Ausência de sentimentos positivos', 'DEPRESSION'],
    ['Difficulty breathing without effort', 'Dificuldade para respirar sem ter feito esforço', 'ANXIETY'],
    ['Hard to get started on things', 'Dificuldade para começar as coisas', 'DEPRESSION'],
    ['Reacting too strongly', 'Reações exageradas', 'STRESS'],
    ['Trembling, as of the hands', 'Tremores, como os das mãos', 'ANXIETY'],
    ['Running on nervous energy', 'Gasto de muita energia nervosa', 'STRESS'],
    [
      'Worry about panicking in front of others',
      'Preocupação em entrar em pânico diante dos outros',
      'ANXIETY',
    ],
    ['Nothing to look forward to', 'Nada de bom a esperar', 'DEPRESSION'],
    ['Becoming agitated', 'Agitação', 'STRESS'],
    ['Difficulty relaxing', 'Dificuldade para relaxar', 'STRESS'],
    ['Feeling sad and low', 'Tristeza e desânimo', 'DEPRESSION'],
    ['No patience for interruptions', 'Falta de paciência com interrupções', 'STRESS'],
    ['Being close to panic', 'Estar à beira do pânico', 'ANXIETY'],
    ['No enthusiasm for anything', 'Falta de entusiasmo por qualquer coisa', 'DEPRESSION'],
    ['Feeling of little worth as a person', 'Sensação de ter pouco valor como pessoa', 'DEPRESSION'],
    ['Being easily offended', 'Sensibilidade exagerada a críticas', 'STRESS'],
    ['Noticing the heart without exertion', 'Perceber o coração sem ter feito esforço', 'ANXIETY'],
    ['Fear without good reason', 'Medo sem um bom motivo', 'ANXIETY'],
    ['Life seems without meaning', 'Sensação de que a vida não tem sentido', 'DEPRESSION'],
  ],
});
