import { ptBRChanges } from './pt-BR-changes.ts';
import type { ChartWords } from './words.ts';

export const ptBR: ChartWords = {
  title: 'Escores',
  born: (name, date) => `${name}, nasc. ${date}`,
  open: 'Mostrar escores',
  close: 'Ocultar escores',
  side: 'Painel lateral',
  sideFailed:
    'Não foi possível abrir o painel lateral daqui. Clique no ícone da extensão na barra do navegador.',
  apply: 'Aplicar instrumento',
  leaveForm: 'Fechar o formulário',
  cannotApply:
    'Não é possível aplicar daqui: a página mostra só um número deste paciente, sem nome nem data de nascimento para comparar com o cadastro.',
  suggested: 'Sugestões',
  suggest: (instrument) => `Aplicar ${instrument}`,
  usedBefore: 'Já respondidos por este paciente e sem uso no momento.',
  appliedLately: 'Aplicados recentemente neste navegador.',

  loading: 'Carregando escores',
  again: 'Tentar novamente',
  readAgain: 'Ler de novo',
  emptyTitle: 'Nenhum instrumento foi aplicado ainda',
  emptyHint: 'O primeiro curso começa com a primeira resposta do paciente.',
  noAnswers: 'Ainda sem respostas',
  noScore: 'Respondido, sem escore total',
  unread: (reason) => `Não foi possível ler o curso: ${reason}`,
  riskTitle: 'Risco',
  of: (instrument, sentence) => `${instrument}: ${sentence}`,

  late: (count) => (count === 1 ? '1 solicitação atrasada' : `${count} solicitações atrasadas`),
  waiting: (count) => (count === 1 ? '1 solicitação pendente' : `${count} solicitações pendentes`),
  next: (date) => `próxima solicitação em ${date}`,

  latestAnswers: 'Respostas da última',
  requests: (count) => (count === 1 ? '1 solicitação' : `${count} solicitações`),
  noRequests: 'Nenhuma solicitação foi feita ainda.',
  asked: (moment) => `Solicitada em ${moment}`,
  applications: 'Aplicações',
  noApplications: 'Nenhuma é conhecida deste instrumento.',
  status: {
    CREATED: 'Criada',
    IN_PROGRESS: 'Em andamento',
    PAUSED: 'Pausada',
    FINISHED: 'Finalizada',
    CANCELED_IDLE: 'Encerrada por inatividade',
    CANCELED_WHATSAPP_LIMIT: 'Encerrada: limite de mensagens de WhatsApp',
    CANCELED_STALE: 'Encerrada: expirada',
    CANCELED_DELETED_PATIENT: 'Encerrada: paciente desvinculado',
  },
  since: (date) => `desde ${date}`,
  recurrence: 'Recorrência',

  ...ptBRChanges,

  troubles: {
    'signed-out': {
      title: 'Você não está conectado',
      advice: 'Entre para ver os escores deste paciente. O que você preencheu permanece.',
      action: 'Entrar',
    },
    'not-linked': {
      title: 'Este paciente ainda não está vinculado',
      advice: 'Vincule ou cadastre uma vez; a partir daí os escores aparecem aqui.',
      action: 'Vincular paciente',
    },
    disagrees: {
      title: 'A página e o cadastro não coincidem',
      advice:
        'Nome, data de nascimento ou contato nesta página diferem do cadastro do serviço; por isso nada é mostrado. Corrija um deles ou confira o vínculo.',
      action: 'Conferir o vínculo',
    },
    unconfirmed: {
      title: 'Não é possível confirmar o paciente',
      advice: 'A página mostra só um número, e nada para comparar com o cadastro.',
    },
    changed: {
      title: 'A página mudou nesse meio-tempo',
      advice: 'Nada foi feito. Confira quem a página mostra e tente novamente.',
    },
    forbidden: {
      title: 'Você não tem permissão para ver os escores deste paciente',
      advice: 'Fale com quem gere os acessos.',
    },
    'not-found': {
      title: 'O serviço não encontra este paciente',
      advice: 'A relação pode ter terminado. Confira o vínculo ou reative o paciente.',
      action: 'Conferir o vínculo',
    },
    mismatch: {
      title: 'A resposta recebida era de outra pessoa',
      advice: 'Nada dela é mostrado. Tente novamente; se persistir, avise o suporte.',
    },
    unreadable: {
      title: 'A resposta recebida não pôde ser lida',
      advice: 'Tente novamente; se persistir, avise o suporte.',
    },
    offline: {
      title: 'Este dispositivo está sem conexão',
      advice: 'A leitura é refeita quando a conexão voltar.',
    },
    network: {
      title: 'Não foi possível alcançar o serviço',
      advice: 'Verifique a conexão e tente novamente.',
    },
    busy: {
      title: 'O serviço está recebendo solicitações demais',
      advice: 'Aguarde um momento e tente novamente.',
    },
    service: {
      title: 'O serviço não está funcionando no momento',
      advice: 'Tente novamente em alguns minutos.',
    },
  },
  trace: (id) => `Para o suporte: ${id}`,
  covered:
    'Este clique não foi usado: algo na página cobre o botão ou o torna transparente. Feche-o ou use o painel lateral.',
  moved:
    'Este clique não foi usado: a página moveu o painel logo antes dele. Confira o que diz o botão e clique de novo.',
  interrupted: 'A página saiu deste paciente enquanto algo era feito. Confira no painel o que aconteceu.',
  orphaned:
    'A extensão foi atualizada ou desativada. Se os escores não voltarem sozinhos, recarregue a página.',
  orphanedUnderWay:
    'Nesse momento algo estava sendo enviado para um paciente, e não se sabe o que resultou disso. Veja as aplicações desse paciente antes de repetir qualquer coisa.',
  orphanedSeen: 'Vou conferir',
};
