import type { CountMessages, CourseMessages } from './messages.ts';

/** What a panel and a sparkline both say. */
export const ptBRCourse: CourseMessages & CountMessages = {
  lang: 'pt-BR',
  months: 'jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.'.split(' '),
  decimal: ',',
  day: (day, month, year) => `${day} ${month} ${year}`,
  ofMax: (max) => `de ${max}`,
  inRange: (title) => `na faixa ${title}`,
  noRange: 'sem faixa informada',
  scale: (min, max) => `Escala de ${min} a ${max}`,
  direction: {
    'higher-worse': 'mais alto é pior',
    'higher-better': 'mais alto é melhor',
    unknown: 'sentido desconhecido, por isso as mudanças não são avaliadas',
  },

  answered: (date) => `Última resposta em ${date}`,

  riskFlagged: (date, latest) =>
    `Sinal de risco ${latest ? 'na última resposta' : 'em resposta anterior'}${date === null ? '' : `, ${date}`}`,
  riskOthers: (count) => (count === 1 ? 'e em outra resposta' : `e em outras ${count} respostas`),
  riskUnknown: (count) =>
    count === 1
      ? 'dados de risco de 1 resposta indisponíveis'
      : `dados de risco de ${count} respostas indisponíveis`,
  severity: { LOW: 'gravidade baixa', MODERATE: 'gravidade moderada', HIGH: 'gravidade alta' },
  gravest: (severity) => `a mais grave com ${severity}`,
  riskNone: (date) => `Nenhum sinal de risco registrado até ${date}`,
  riskUnavailable: 'Dados de risco indisponíveis: consulte as próprias respostas',
  riskUnanswered: 'Sem respostas, nada se sabe sobre risco',
  missed: (count) =>
    count === 1 ? '1 solicitação não foi respondida.' : `${count} solicitações não foram respondidas.`,
  unreadable: (count) =>
    count === 1
      ? '1 item enviado pelo serviço não pôde ser lido e não é mostrado.'
      : `${count} itens enviados pelo serviço não puderam ser lidos e não são mostrados.`,
  staleSince: (date) => `Desatualizado: como lido em ${date}.`,
  retry: 'Tentar novamente',
};
