import { defineInstrument } from '../define.ts';

/**
 * K10: 10 items of 1 to 5, total 10 to 50. Kessler et al. (2002), Psychol Med 32: 959-976; ranges of the
 * Australian Bureau of Statistics.
 */
export const k10 = defineInstrument({
  id: '93f05a7d-4c8e-4162-8b1f-d6e7a09c5b34',
  series: 6,
  shortTitle: 'K10',
  title: [
    'Kessler Psychological Distress Scale, 10 items',
    'Escala de Sofrimento Psicológico de Kessler, 10 itens',
  ],
  description: ['Psychological distress over four weeks.', 'Sofrimento psicológico em quatro semanas.'],
  instruction: [
    'Sum of ten items from 1 to 5, total 10 to 50; the lowest total is 10, not 0.',
    'Soma de dez itens de 1 a 5, total de 10 a 50; o menor total é 10, e não 0.',
  ],
  patientInstruction: [
    'Over the last four weeks, how much of the time did you feel each of these?',
    'Nas últimas quatro semanas, durante quanto tempo você sentiu cada uma destas coisas?',
  ],
  references:
    'Kessler RC, Andrews G, Colpe LJ, et al. (2002). Short screening scales to monitor population prevalences and trends in non-specific psychological distress. Psychol Med 32(6): 959-976. Ranges: Australian Bureau of Statistics.',
  tags: ['STRESS'],
  ranges: [
    [10, 15, 'Low', 'Baixo', 'calm'],
    [16, 21, 'Moderate', 'Moderado', 'mild'],
    [22, 29, 'High', 'Alto', 'moderate'],
    [30, 50, 'Very high', 'Muito alto', 'severe'],
  ],
  options: [
    ['None of the time', 'Em nenhum momento'],
    ['A little of the time', 'Em poucos momentos'],
    ['Some of the time', 'Em alguns momentos'],
    ['Most of the time', 'Na maior parte do tempo'],
    ['All of the time', 'O tempo todo'],
  ],
  weightOf: (index) => index + 1,
  items: [
    ['Exhausted without a clear cause', 'Exaustão sem causa clara'],
    ['Nervous', 'Nervosismo'],
    ['Too nervous to be calmed', 'Nervosismo que nada acalmava'],
    ['Without hope', 'Falta de esperança'],
    ['Restless', 'Inquietação'],
    ['Too restless to stay seated', 'Inquietação que não deixava ficar sentado(a)'],
    ['Depressed', 'Depressão'],
    ['That every task was hard work', 'Que toda tarefa exigia esforço'],
    ['Too sad to be cheered', 'Tristeza que nada aliviava'],
    ['Without worth', 'Falta de valor próprio'],
  ],
});
