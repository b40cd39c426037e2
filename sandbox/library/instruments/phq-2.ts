import {
  COLORS,
  choices,
  DEPRESSION,
  numbered,
  PARAPHRASED,
  ranges,
  SCREENING,
  TWO_WEEKS_FREQUENCY,
  words,
} from '../build.ts';
import type { InstrumentDefinition } from '../definition.ts';
import { phq9 } from './phq-9.ts';

/** PHQ-2: the first two items of the PHQ-9, total 0 to 6. Kroenke, Spitzer and Williams (2003), Med Care 41: 1284-1292. */
export const phq2: InstrumentDefinition = {
  id: '0d5b7c1e-3a94-4b0e-8c67-5e2f9a1d7b42',
  shortTitle: 'PHQ-2',
  title: words('Patient Health Questionnaire, 2 items', 'Questionário de Saúde do Paciente, 2 itens'),
  description: words(
    `Brief screening for depressive symptoms over two weeks. ${PARAPHRASED.en}`,
    `Triagem breve de sintomas depressivos em duas semanas. ${PARAPHRASED['pt-BR']}`,
  ),
  instruction: words(
    'Sum of two items from 0 to 3, total 0 to 6; the cut-off is 3. It has no item on risk.',
    'Soma de dois itens de 0 a 3, total de 0 a 6; o ponto de corte é 3. Não tem item de risco.',
  ),
  patientInstruction: phq9.patientInstruction,
  references:
    'Kroenke K, Spitzer RL, Williams JBW (2003). The Patient Health Questionnaire-2: validity of a two-item depression screener. Med Care 41(11): 1284-1292.',
  developerReferences: null,
  invented: false,
  tags: [DEPRESSION.id, SCREENING.id],
  hasGlobalScore: true,
  direction: 'HIGHER_WORSE',
  ranges: ranges(250, [
    [0, 2, words('Below the cut-off', 'Abaixo do ponto de corte'), COLORS.calm],
    [3, 6, words('At or above the cut-off', 'No ponto de corte ou acima'), COLORS.moderate],
  ]),
  subscales: [],
  questions: numbered(
    2,
    'PHQ2',
    choices(TWO_WEEKS_FREQUENCY),
    phq9.questions.slice(0, 2).map(({ text }) => ({ text })),
  ),
};
