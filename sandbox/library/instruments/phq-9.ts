import {
  COLORS,
  choices,
  DEPRESSION,
  numbered,
  PARAPHRASED,
  RISK_ITEM,
  ranges,
  TWO_WEEKS_FREQUENCY,
  TWO_WEEKS_QUESTION,
  words,
} from '../build.ts';
import type { InstrumentDefinition, RiskSignal } from '../definition.ts';

const selfHarm = (severity: RiskSignal['severity']): RiskSignal => ({
  flagType: 'SUICIDE_SELF_HARM',
  severity,
});

/**
 * PHQ-9: 9 items of 0 to 3, total 0 to 27. Kroenke, Spitzer and Williams (2001), J Gen Intern Med 16: 606-613.
 * Item 9 raises a risk signal at any answer above 0, whatever the total.
 */
export const phq9: InstrumentDefinition = {
  id: '6f1f3a52-8f7c-4a51-9f4e-0b6a1c5d2e09',
  shortTitle: 'PHQ-9',
  title: words('Patient Health Questionnaire, 9 items', 'Questionário de Saúde do Paciente, 9 itens'),
  description: words(
    `Severity of depressive symptoms over two weeks. ${PARAPHRASED.en}`,
    `Gravidade de sintomas depressivos em duas semanas. ${PARAPHRASED['pt-BR']}`,
  ),
  instruction: words(
    'Sum of nine items from 0 to 3, total 0 to 27. Look at item 9 whatever the total.',
    'Soma de nove itens de 0 a 3, total de 0 a 27. Observe o item 9 qualquer que seja o total.',
  ),
  patientInstruction: TWO_WEEKS_QUESTION,
  references:
    'Kroenke K, Spitzer RL, Williams JBW (2001). The PHQ-9: validity of a brief depression severity measure. J Gen Intern Med 16(9): 606-613.',
  developerReferences: 'LOINC: panel 44249-1, total score 44261-6, item 9 44260-8.',
  invented: false,
  tags: [DEPRESSION.id, RISK_ITEM.id],
  hasGlobalScore: true,
  direction: 'HIGHER_WORSE',
  ranges: ranges(150, [
    [0, 4, words('Minimal', 'Mínima'), COLORS.calm],
    [5, 9, words('Mild', 'Leve'), COLORS.mild],
    [10, 14, words('Moderate', 'Moderada'), COLORS.moderate],
    [15, 19, words('Moderately severe', 'Moderadamente grave'), COLORS.severe],
    [20, 27, words('Severe', 'Grave'), COLORS.extreme],
  ]),
  subscales: [],
  questions: numbered(1, 'PHQ9', choices(TWO_WEEKS_FREQUENCY), [
    { text: words('Little interest or joy in activities', 'Pouco interesse ou prazer nas atividades') },
    {
      text: words('Low mood or a sense of hopelessness', 'Humor deprimido ou sensação de falta de esperança'),
    },
    {
      text: words(
        'Difficulty sleeping, or sleeping more than usual',
        'Dificuldade para dormir, ou sono além do habitual',
      ),
    },
    { text: words('Lack of energy', 'Falta de energia') },
    { text: words('Changes in appetite', 'Mudanças no apetite') },
    {
      text: words(
        'Negative feelings about oneself, guilt or failure',
        'Sentimentos negativos sobre si, culpa ou fracasso',
      ),
    },
    { text: words('Difficulty staying focused', 'Dificuldade para manter o foco') },
    {
      text: words(
        'Being visibly slower, or much more restless',
        'Lentidão perceptível, ou agitação bem maior',
      ),
    },
    {
      text: words('Thoughts of death or of self-harm', 'Pensamentos sobre morte ou sobre se ferir'),
      risk: { 1: selfHarm('LOW'), 2: selfHarm('MODERATE'), 3: selfHarm('HIGH') },
    },
  ]),
};
