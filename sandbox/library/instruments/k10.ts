import { COLORS, choices, numbered, PARAPHRASED, ranges, STRESS, words } from '../build.ts';
import type { InstrumentDefinition } from '../definition.ts';

const TIME = [
  words('None of the time', 'Em nenhum momento'),
  words('A little of the time', 'Em poucos momentos'),
  words('Some of the time', 'Em alguns momentos'),
  words('Most of the time', 'Na maior parte do tempo'),
  words('All of the time', 'O tempo todo'),
];

/**
 * K10: 10 items of 1 to 5, total 10 to 50. Kessler et al. (2002), Psychol Med 32: 959-976; ranges of the
 * Australian Bureau of Statistics.
 */
export const k10: InstrumentDefinition = {
  id: '93f05a7d-4c8e-4162-8b1f-d6e7a09c5b34',
  shortTitle: 'K10',
  title: words(
    'Kessler Psychological Distress Scale, 10 items',
    'Escala de Sofrimento Psicológico de Kessler, 10 itens',
  ),
  description: words(
    `Psychological distress over four weeks. ${PARAPHRASED.en}`,
    `Sofrimento psicológico em quatro semanas. ${PARAPHRASED['pt-BR']}`,
  ),
  instruction: words(
    'Sum of ten items from 1 to 5, total 10 to 50; the lowest total is 10, not 0.',
    'Soma de dez itens de 1 a 5, total de 10 a 50; o menor total é 10, e não 0.',
  ),
  patientInstruction: words(
    'Over the last four weeks, how much of the time did you feel each of these?',
    'Nas últimas quatro semanas, durante quanto tempo você sentiu cada uma destas coisas?',
  ),
  references:
    'Kessler RC, Andrews G, Colpe LJ, et al. (2002). Short screening scales to monitor population prevalences and trends in non-specific psychological distress. Psychol Med 32(6): 959-976. Ranges: Australian Bureau of Statistics.',
  developerReferences: null,
  invented: false,
  tags: [STRESS.id],
  hasGlobalScore: true,
  direction: 'HIGHER_WORSE',
  ranges: ranges(650, [
    [10, 15, words('Low', 'Baixo'), COLORS.calm],
    [16, 21, words('Moderate', 'Moderado'), COLORS.mild],
    [22, 29, words('High', 'Alto'), COLORS.moderate],
    [30, 50, words('Very high', 'Muito alto'), COLORS.severe],
  ]),
  subscales: [],
  questions: numbered(6, 'K10', choices(TIME, { first: 1 }), [
    { text: words('Exhausted without a clear cause', 'Exaustão sem causa clara') },
    { text: words('Nervous', 'Nervosismo') },
    { text: words('Too nervous to be calmed', 'Nervosismo que nada acalmava') },
    { text: words('Without hope', 'Falta de esperança') },
    { text: words('Restless', 'Inquietação') },
    { text: words('Too restless to stay seated', 'Inquietação que não deixava ficar sentado(a)') },
    { text: words('Depressed', 'Depressão') },
    { text: words('That every task was hard work', 'Que toda tarefa exigia esforço') },
    { text: words('Too sad to be cheered', 'Tristeza que nada aliviava') },
    { text: words('Without worth', 'Falta de valor próprio') },
  ]),
};
