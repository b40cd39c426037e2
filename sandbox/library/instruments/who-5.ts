import { COLORS, choices, numbered, PARAPHRASED, ranges, WELL_BEING, words } from '../build.ts';
import type { InstrumentDefinition } from '../definition.ts';

const TIME = [
  words('At no time', 'Em nenhum momento'),
  words('Some of the time', 'Parte do tempo'),
  words('Less than half of the time', 'Menos da metade do tempo'),
  words('More than half of the time', 'Mais da metade do tempo'),
  words('Most of the time', 'Na maior parte do tempo'),
  words('All of the time', 'O tempo todo'),
];

/**
 * WHO-5: 5 items of 0 to 5, times 4 by weights of 0 to 20, total 0 to 100; higher is better. Topp, Østergaard,
 * Søndergaard and Bech (2015), Psychother Psychosom 84: 167-176.
 */
export const who5: InstrumentDefinition = {
  id: 'fa3c72e6-08bd-4e91-b254-7d16e9c8a05f',
  shortTitle: 'WHO-5',
  title: words(
    'World Health Organization Well-Being Index, 5 items',
    'Índice de Bem-Estar da Organização Mundial da Saúde, 5 itens',
  ),
  description: words(
    `Well-being over two weeks; a higher score is better. ${PARAPHRASED.en}`,
    `Bem-estar em duas semanas; uma pontuação maior é melhor. ${PARAPHRASED['pt-BR']}`,
  ),
  instruction: words(
    'Sum of five items from 0 to 5, times 4: 0 to 100. Higher is better; 50 and below is low well-being.',
    'Soma de cinco itens de 0 a 5, vezes 4: de 0 a 100. Maior é melhor; até 50 indica bem-estar baixo.',
  ),
  patientInstruction: words(
    'Over the last two weeks, how much of the time was each of these true for you?',
    'Nas últimas duas semanas, durante quanto tempo cada uma destas frases valeu para você?',
  ),
  references:
    'Topp CW, Østergaard SD, Søndergaard S, Bech P (2015). The WHO-5 Well-Being Index: a systematic review of the literature. Psychother Psychosom 84(3): 167-176.',
  developerReferences: null,
  invented: false,
  tags: [WELL_BEING.id],
  hasGlobalScore: true,
  direction: 'HIGHER_BETTER',
  ranges: ranges(850, [
    [0, 50, words('Low well-being', 'Bem-estar baixo'), COLORS.moderate],
    [51, 100, words('Not low', 'Não baixo'), COLORS.calm],
  ]),
  subscales: [],
  questions: numbered(8, 'WHO5', choices(TIME, { step: 4 }), [
    { text: words('My mood was good', 'Meu humor esteve bom') },
    { text: words('I was at ease', 'Estive em paz') },
    { text: words('I had energy', 'Tive energia') },
    { text: words('My sleep restored me', 'Meu sono me recuperou') },
    { text: words('My days held things I care about', 'Meus dias tiveram coisas que me importam') },
  ]),
};
