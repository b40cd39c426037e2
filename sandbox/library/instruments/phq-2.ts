import { defineInstrument, OVER_TWO_WEEKS } from '../define.ts';
import { phq9 } from './phq-9.ts';

/** PHQ-2: the first two items of the PHQ-9, total 0 to 6. Kroenke, Spitzer and Williams (2003), Med Care 41: 1284-1292. */
export const phq2 = defineInstrument({
  id: '0d5b7c1e-3a94-4b0e-8c67-5e2f9a1d7b42',
  series: 2,
  shortTitle: 'PHQ-2',
  title: ['Patient Health Questionnaire, 2 items', 'Questionário de Saúde do Paciente, 2 itens'],
  description: [
    'Brief screening for depressive symptoms over two weeks.',
    'Triagem breve de sintomas depressivos em duas semanas.',
  ],
  instruction: [
    'Sum of two items from 0 to 3, total 0 to 6; the cut-off is 3. It has no item on risk.',
    'Soma de dois itens de 0 a 3, total de 0 a 6; o ponto de corte é 3. Não tem item de risco.',
  ],
  ...OVER_TWO_WEEKS,
  references:
    'Kroenke K, Spitzer RL, Williams JBW (2003). The Patient Health Questionnaire-2: validity of a two-item depression screener. Med Care 41(11): 1284-1292.',
  tags: ['DEPRESSION', 'SCREENING'],
  ranges: [
    [0, 2, 'Below the cut-off', 'Abaixo do ponto de corte', 'calm'],
    [3, 6, 'At or above the cut-off', 'No ponto de corte ou acima', 'moderate'],
  ],
  items: phq9.questions.slice(0, 2).map(({ text }) => [text.en, text['pt-BR']]),
});
