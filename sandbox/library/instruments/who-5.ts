import { defineInstrument } from '../define.ts';

/**
 * WHO-5: 5 items of 0 to 5, times 4 by weights of 0 to 20, total 0 to 100; higher is better. Topp, Østergaard,
 * Søndergaard and Bech (2015), Psychother Psychosom 84: 167-176.
 */
export const who5 = defineInstrument({
  id: 'fa3c72e6-08bd-4e91-b254-7d16e9c8a05f',
  series: 8,
  shortTitle: 'WHO-5',
  title: [
    'World Health Organization Well-Being Index, 5 items',
    'Índice de Bem-Estar da Organização Mundial da Saúde, 5 itens',
  ],
  description: [
    'Well-being over two weeks; a higher score is better.',
    'Bem-estar em duas semanas; uma pontuação maior é melhor.',
  ],
  instruction: [
    'Sum of five items from 0 to 5, times 4: 0 to 100. Higher is better; 50 and below is low well-being.',
    'Soma de cinco itens de 0 a 5, vezes 4: de 0 a 100. Maior é melhor; até 50 indica bem-estar baixo.',
  ],
  patientInstruction: [
    'Over the last two weeks, how much of the time was each of these true for you?',
    'Nas últimas duas semanas, durante quanto tempo cada uma destas frases valeu para você?',
  ],
  references:
    'Topp CW, Østergaard SD, Søndergaard S, Bech P (2015). The WHO-5 Well-Being Index: a systematic review of the literature. Psychother Psychosom 84(3): 167-176.',
  tags: ['WELL_BEING'],
  direction: 'HIGHER_BETTER',
  ranges: [
    [0, 50, 'Low well-being', 'Bem-estar baixo', 'moderate'],
    [51, 100, 'Not low', 'Não baixo', 'calm'],
  ],
  options: [
    ['At no time', 'Em nenhum momento'],
    ['Some of the time', 'Parte do tempo'],
    ['Less than half of the time', 'Menos da metade do tempo'],
    ['More than half of the time', 'Mais da metade do tempo'],
    ['Most of the time', 'Na maior parte do tempo'],
    ['All of the time', 'O tempo todo'],
  ],
  weightOf: (index) => 4 * index,
  items: [
    ['My mood was good', 'Meu humor esteve bom'],
    ['I was at ease', 'Estive em paz'],
    ['I had energy', 'Tive energia'],
    ['My sleep restored me', 'Meu sono me recuperou'],
    ['My days held things I care about', 'Meus dias tiveram coisas que me importam'],
  ],
});
