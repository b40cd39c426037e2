import { ptBRCourse } from '../panel/pt-BR-course.ts';
import type { SparklineMessages } from './words.ts';

const answers = (count: number): string => (count === 1 ? '1 resposta' : `${count} respostas`);

export const ptBR: SparklineMessages = {
  ...ptBRCourse,
  loading: 'Carregando o escore',
  untitled: 'Escore',
  picture: (title, count, first, last) =>
    `${title}: ${answers(count)}, ${first === null ? last : `de ${first} a ${last}`}.`,
  scores: (first, lowest, highest, last) =>
    `Primeira: ${first}; menor: ${lowest}; maior: ${highest}; última: ${last}.`,
  riskShort: {
    flagged: (date) => `Sinal de risco${date === null ? '' : `, ${date}`}`,
    none: (date) => `Nenhum sinal de risco registrado até ${date}`,
    unavailable: 'Dados de risco indisponíveis',
  },
  noAnswers: 'Nenhuma resposta encontrada',
  unscored: (count) => `${answers(count)} sem escore total`,
  notCurrent: 'Desatualizado',
  incomplete: 'Incompleto',
  failed: 'Escore indisponível',
};
