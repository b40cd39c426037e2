import { defineInstrument, OVER_TWO_WEEKS } from '../define.ts';

/**
 * PHQ-9: 9 items of 0 to 3, total 0 to 27. Kroenke, Spitzer and Williams (2001), J Gen Intern Med 16: 606-613.
 * Item 9 raises a risk signal at any answer above 0, whatever the total.
 */
export const phq9 = defineInstrument({
  id: '6f1f3a52-8f7c-4a51-9f4e-0b6a1c5d2e09',
  series: 1,
  shortTitle: 'PHQ-9',
  title: ['Patient Health Questionnaire, 9 items', 'Questionário de Saúde do Paciente, 9 itens'],
  description: [
    'Severity of depressive symptoms over two weeks.',
    'Gravidade de sintomas depressivos em duas semanas.',
  ],
  instruction: [
    'Sum of nine items from 0 to 3, total 0 to 27. Look at item 9 whatever the total.',
    'Soma de nove itens de 0 a 3, total de 0 a 27. Observe o item 9 qualquer que seja o total.',
  ],
  ...OVER_TWO_WEEKS,
  references:
    'Kroenke K, Spitzer RL, Williams JBW (2001). The PHQ-9: validity of a brief depression severity measure. J Gen Intern Med 16(9): 606-613.',
  developerReferences: 'LOINC: panel 44249-1, total score 44261-6, item 9 44260-8.',
  tags: ['DEPRESSION', 'RISK_ITEM'],
  ranges: [
    [0, 4, 'Minimal', 'Mínima', 'calm'],
    [5, 9, 'Mild', 'Leve', 'mild'],
    [10, 14, 'Moderate', 'Moderada', 'moderate'],
    [15, 19, 'Moderately severe', 'Moderadamente grave', 'severe'],
    [20, 27, 'Severe', 'Grave', 'extreme'],
  ],

  items: [
    ['Little interest or joy in activities', 'Pouco interesse ou prazer nas atividades'],
    ['Low mood or a sense of hopelessness', 'Humor deprimido ou sensação de falta de esperança'],
    ['Difficulty sleeping, or sleeping more than usual', 'Dificuldade para dormir, ou sono além do habitual'],
    ['Lack of energy', 'Falta de energia'],
    ['Changes in appetite', 'Mudanças no apetite'],
    [
      'Negative feelings about oneself, guilt or failure',
      'Sentimentos negativos sobre si, culpa ou fracasso',
    ],
    ['Difficulty staying focused', 'Dificuldade para manter o foco'],
    ['Being visibly slower, or much more restless', 'Lentidão perceptível, ou agitação bem maior'],
    [
      'Thoughts of death or of self-harm',
      'Pensamentos sobre morte ou sobre se ferir',
      { 1: 'LOW', 2: 'MODERATE', 3: 'HIGH' },
    ],
  ],
});
