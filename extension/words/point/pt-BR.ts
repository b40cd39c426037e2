import type { PointWords } from './words.ts';

export const ptBR: PointWords = {
  pointAt: {
    key: 'Clique no número do prontuário do paciente.',
    name: 'Clique no nome do paciente.',
    birthday: 'Clique na data de nascimento do paciente.',
    email: 'Clique no e-mail do paciente.',
    phone: 'Clique no telefone do paciente.',
    place: 'Clique no elemento depois do qual o painel deve ficar.',
    any: 'Clique no que diz quem é o paciente.',
  },
  keys: 'Setas: maior, menor, anterior, próximo. Enter confirma, Esc sai.',
};
