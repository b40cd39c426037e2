import type { ExportWords } from './words.ts';

const risk = {
  flagged: 'Sinal de risco nesta resposta. Apoia a atenção do profissional e não é um diagnóstico.',
  none: 'Nenhum sinal de risco registrado nesta resposta.',
  unknown: 'Dados de risco desta resposta indisponíveis: consulte as próprias respostas.',
} as const;

export const ptBR: ExportWords = {
  ranges: (list) => `Faixas: ${list}`,
  range: (title, from, to) => `${title} de ${from} a ${to}`,
  answeredAt: (moment, timeZone) => `Respondido em ${moment} (${timeZone})`,
  risk,
  source: (submissionId, readAt) => `Fonte: resposta nº ${submissionId}, lida em ${readAt}`,
  notCurrent: 'não estava atualizada quando foi copiada',
  localTime: 'hora local',
  columns: {
    answeredAt: 'Respondido em (UTC)',
    submission: 'Resposta nº',
    instrument: 'Instrumento',
    series: 'Série',
    score: 'Escore',
    lowest: 'Mínimo da escala',
    highest: 'Máximo da escala',
    range: 'Faixa',
    previous: 'Desde a anterior',
    baseline: 'Desde a primeira',
    risk: 'Risco',
    readAt: 'Lido em (UTC)',
  },
  fhirRisk: (state, flags) =>
    state === 'flagged'
      ? `${flags === 1 ? '1 sinal de risco' : `${flags} sinais de risco`}. ${risk.flagged}`
      : risk[state],
};
