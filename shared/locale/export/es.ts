import type { ExportWords } from './words.ts';

const risk = {
  flagged: 'Señal de riesgo en esta respuesta. Apoya la atención del profesional y no es un diagnóstico.',
  none: 'Ninguna señal de riesgo registrada en esta respuesta.',
  unknown: 'Datos de riesgo de esta respuesta no disponibles: consulte las propias respuestas.',
} as const;

export const es: ExportWords = {
  ranges: (list) => `Rangos: ${list}`,
  range: (title, from, to) => `${title} de ${from} a ${to}`,
  answeredAt: (moment, timeZone) => `Respondido el ${moment} (${timeZone})`,
  risk,
  source: (submissionId, readAt) => `Fuente: respuesta n.º ${submissionId}, leída el ${readAt}`,
  notCurrent: 'no estaba actualizada cuando se copió',
  localTime: 'hora local',
  columns: {
    answeredAt: 'Respondido el (UTC)',
    submission: 'Respuesta n.º',
    instrument: 'Instrumento',
    series: 'Serie',
    score: 'Puntuación',
    lowest: 'Mínimo de la escala',
    highest: 'Máximo de la escala',
    range: 'Rango',
    previous: 'Desde la anterior',
    baseline: 'Desde la primera',
    risk: 'Riesgo',
    readAt: 'Leído el (UTC)',
  },
  fhirRisk: (state, flags) =>
    state === 'flagged'
      ? `${flags === 1 ? '1 señal de riesgo' : `${flags} señales de riesgo`}. ${risk.flagged}`
      : risk[state],
};
