import { es as panel } from '../panel/es.ts';
import type { SparklineMessages } from './words.ts';

const answers = (count: number): string => (count === 1 ? '1 respuesta' : `${count} respuestas`);

export const es: SparklineMessages = {
  ...panel,
  loading: 'Cargando la puntuación',
  untitled: 'Puntuación',
  picture: (title, count, first, last) =>
    `${title}: ${answers(count)}, ${first === null ? last : `de ${first} a ${last}`}.`,
  scores: (first, lowest, highest, last) =>
    `Primera: ${first}; menor: ${lowest}; mayor: ${highest}; última: ${last}.`,
  riskShort: {
    flagged: (date) => `Señal de riesgo${date === null ? '' : `, ${date}`}`,
    none: (date) => `Sin señal de riesgo registrada hasta el ${date}`,
    unavailable: 'Datos de riesgo no disponibles',
  },
  noAnswers: 'No se encontraron respuestas',
  unscored: (count) => `${answers(count)} sin puntuación total`,
  notCurrent: 'No actualizado',
  incomplete: 'Incompleto',
  failed: 'Puntuación no disponible',
};
