import type { PanelMessages } from './messages.ts';
import { ptBRCourse } from './pt-BR-course.ts';

const answers = (count: number): string => (count === 1 ? '1 resposta' : `${count} respostas`);

export const ptBR: PanelMessages = {
  ...ptBRCourse,
  month: (month, year) => `${month} ${year}`,

  loading: 'Carregando o gráfico de escores',
  score: 'Escore',
  sincePrevious: (change) => `${change} desde a anterior`,
  sinceBaseline: (change) => `${change} desde a primeira`,
  firstAnswer: 'Primeira resposta: ainda não há com o que comparar',
  noChange: 'O serviço não enviou comparação com esta resposta',
  better: 'melhor',
  worse: 'pior',
  unchanged: 'Sem mudança',
  riskNote: 'Um sinal de risco apoia a atenção do profissional e não é um diagnóstico.',
  pointRisk: { flagged: 'Sinal de risco', none: 'Nenhum registrado', unknown: 'Indisponível' },

  missedStatus: {
    CANCELED: 'Não respondida: cancelada',
    CANCELED_LATE: 'Não respondida: substituída pela solicitação seguinte',
    CANCELED_IDLE: 'Não respondida: encerrada por inatividade',
    LATE: 'Ainda não respondida: atrasada',
  },
  scaleAssumed: {
    ranges: 'O serviço não enviou os limites da escala; vieram das faixas.',
    scores: 'O serviço não enviou os limites da escala; vieram dos escores.',
  },
  between: (from, to) =>
    `Somente respostas${from === null ? '' : ` a partir de ${from}`}${to === null ? '' : ` até ${to}`}.`,
  readAt: (date) => `Lido em ${date}`,
  requests: {
    why: {
      CANCELED: 'O profissional ou esta plataforma a cancelou.',
      CANCELED_LATE: 'Não houve resposta a tempo; a solicitação do período seguinte tomou o lugar dela.',
      CANCELED_IDLE: 'A aplicação foi encerrada porque o paciente estava inativo.',
      LATE: 'O prazo passou e ainda não houve resposta.',
    },
    asked: (moment) => `Solicitada em ${moment}`,
    begun: (moment) => `Iniciada em ${moment}, não concluída`,
    deadline: (moment) => `Prazo para responder: ${moment}`,
    noDeadline: 'O serviço não informa prazo',
  },
  analysis: {
    reading: 'Análise por IA do curso: consultando.',
    made: (date) => `Análise por IA do curso: feita${date === null ? '' : ` em ${date}`}.`,
    none: 'Análise por IA do curso: nenhuma foi feita.',
    isStale: {
      yes: 'Está desatualizada: o curso mudou desde então.',
      no: 'Está atualizada.',
      unknown: 'Não se sabe se está atualizada.',
    },
    notInPlan: 'Análise por IA do curso: o plano do profissional não a inclui.',
    notPermitted:
      'Análise por IA do curso: o serviço não a fornece para este profissional; talvez o plano não a inclua.',
    failed: 'Análise por IA do curso: não foi possível ler se existe alguma.',
    note: 'Feita por IA, apoia a interpretação e não substitui o julgamento clínico.',
  },
  openAnswers: (moment) => `${moment}: mostrar as respostas`,
  tools: {
    name: 'O que fazer com este curso',
    answers: 'Respostas da última',
    opening: 'Abrindo as respostas',
    explore: 'Explorar',
    copy: 'Copiar para anotação',
    copied: 'Copiado, com data, faixas e fonte.',
    notCopied: 'O navegador não deixa esta página copiar. Selecione o resultado e copie manualmente.',
    csv: 'Salvar como CSV',
    png: 'Salvar como imagem',
    print: 'Imprimir',
    failed: 'Não deu certo. Verifique a conexão e tente novamente.',
  },
  newAnswer: (sentence) => `Nova resposta. ${sentence}`,

  untitled: 'Gráfico de escores',
  series: 'Escore mostrado',
  wholeScore: 'Total',
  graph: (title, count) => `Gráfico de escores de ${title}, ${answers(count)}.`,
  walk: 'As setas do teclado percorrem as respostas.',
  table: (count) => `Tabela com ${answers(count)}`,
  caption: (title) => `${title}, da mais recente à mais antiga`,
  columns: ['Data', 'Escore', 'Faixa', 'Desde a anterior', 'Desde a primeira', 'Risco'],

  emptyTitle: 'Ainda não há respostas',
  emptyHint: 'O gráfico começa com a primeira resposta do paciente.',
  emptyRange: 'Não há respostas neste período',
  errorTitle: 'Não é possível mostrar o gráfico de escores',
  partsMissing: 'Partes deste painel não puderam ser carregadas: recarregue a página',
  problems: {
    missing: (name) => `Falta o atributo ${name}. Quem mantém esta página pode incluí-lo.`,
    invalid: (name) => `O atributo ${name} não é válido. Quem mantém esta página pode corrigi-lo.`,
    'not-configured': () =>
      'O painel não sabe de onde ler: defina base-url e fetchToken, ou chame configure().',
    'signed-out': () => 'Seu acesso expirou. Entre de novo e tente novamente.',
    forbidden: () =>
      'Você não tem permissão para ver os escores deste paciente. Fale com quem gere os acessos.',
    'not-found': () => 'Paciente ou instrumento não encontrado, ou profissional sem vínculo ativo.',
    mismatch: () => 'A resposta recebida era de outro paciente ou instrumento; por isso nada é mostrado.',
    unreadable: () =>
      'A resposta recebida não pôde ser lida. Tente novamente; se persistir, avise o suporte.',
    network: () => 'Não foi possível alcançar o serviço. Verifique a conexão e tente novamente.',
    busy: () => 'O serviço está recebendo solicitações demais. Aguarde um momento e tente novamente.',
    service: () => 'O serviço não está funcionando no momento. Tente novamente em alguns minutos.',
  },
};
