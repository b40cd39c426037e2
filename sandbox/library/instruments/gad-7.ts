import { defineInstrument, OVER_TWO_WEEKS } from '../define.ts';

/** GAD-7: 7 items of 0 to 3, total 0 to 21. Spitzer, Kroenke, Williams and Löwe (2006), Arch Intern Med 166: 1092-1097. */
export const gad7 = defineInstrument({
  id: 'b8e2d5f4-16c3-4d7a-a0b9-3f4c8e6a2d17',
  series: 3,
  shortTitle: 'GAD-7',
  title: [
    'Generalized Anxiety Disorder scale, 7 items',
    'Escala de Transtorno de Ansiedade Generalizada, 7 itens',
  ],
  description: [
    'Severity of anxiety symptoms over two weeks.',
    'Gravidade de sintomas de ansiedade em duas semanas.',
  ],
  instruction: [
    'Sum of seven items from 0 to 3, total 0 to 21.',
    'Soma de sete itens de 0 a 3, total de 0 a 21.',
  ],
  ...OVER_TWO_WEEKS,
  references:
    'Spitzer RL, Kroenke K, Williams JBW, Löwe B (2006). A brief measure for assessing generalized anxiety disorder: the GAD-7. Arch Intern Med 166(10): 1092-1097.',
  developerReferences: 'LOINC: total score 70274-6.',
  tags: ['ANXIETY'],
  ranges: [
    [0, 4, 'Minimal', 'Mínima', 'calm'],
    [5, 9, 'Mild', 'Leve', 'mild'],
    [10, 14, 'Moderate', 'Moderada', 'moderate'],
    [15, 21, 'Severe', 'Grave', 'severe'],
  ],

  items: [
    ['Nervousness or tension', 'Nervosismo ou tensão'],
    ['Worry that is hard to stop', 'Preocupação difícil de interromper'],
    ['Worry about many different matters', 'Preocupação com muitos assuntos diferentes'],
    ['Difficulty unwinding', 'Dificuldade para desacelerar'],
    ['Restlessness, difficulty keeping still', 'Inquietação, dificuldade para ficar parado(a)'],
    ['Irritation at small things', 'Irritação com coisas pequenas'],
    ['A sense that something bad is coming', 'Sensação de que algo ruim está por vir'],
  ],
});
