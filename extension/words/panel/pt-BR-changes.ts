import type { ChartWords } from './words.ts';

type Words = Pick<
  ChartWords,
  | 'changes'
  | 'keep'
  | 'closeOutcome'
  | 'sending'
  | 'checking'
  | 'refused'
  | 'refusedFor'
  | 'notDone'
  | 'unknown'
  | 'checkAgain'
>;

export const ptBRChanges: Words = {
  changes: {
    recur: {
      ask: 'Mudar recorrência',
      question: (instrument, patient) => `Com que frequência ${patient} deve responder a ${instrument}?`,
      means: 'As solicitações que aguardam resposta são canceladas antes da mudança.',
      confirm: (instrument, patient) => `Mudar ${instrument} para ${patient}`,
      done: (instrument, patient) => `A recorrência de ${instrument} para ${patient} foi mudada.`,
    },
    finish: {
      ask: 'Finalizar',
      question: (instrument, patient, about) =>
        `Finalizar esta aplicação de ${instrument} a ${patient}${about && `, desde ${about}`}?`,
      means: 'Nenhuma nova solicitação será enviada. As respostas permanecem.',
      confirm: (instrument, patient) => `Finalizar ${instrument} para ${patient}`,
      done: (instrument, patient) => `${instrument} foi finalizado para ${patient}.`,
    },
    cancel: {
      ask: 'Cancelar todas as aplicações',
      question: (instrument, patient) => `Cancelar todas as aplicações ativas de ${instrument} a ${patient}?`,
      means:
        'Todas são finalizadas, e as solicitações que aguardam resposta são canceladas. As respostas permanecem.',
      confirm: (instrument, patient) => `Cancelar ${instrument} para ${patient}`,
      done: (instrument, patient) => `${instrument} foi cancelado para ${patient}.`,
    },
    'cancel-request': {
      ask: 'Cancelar solicitação',
      question: (instrument, patient, about) =>
        `Cancelar esta solicitação a ${patient} para responder a ${instrument}${about && `, feita em ${about}`}?`,
      means: 'Ela não poderá mais ser respondida. O que já foi respondido permanece.',
      confirm: (instrument, patient, about) =>
        `Cancelar a solicitação de ${instrument} a ${patient}${about && `, ${about}`}`,
      done: (instrument, patient) => `A solicitação de ${instrument} a ${patient} foi cancelada.`,
    },
    'delete-request': {
      ask: 'Excluir',
      question: (instrument, patient, about) =>
        `Excluir definitivamente este preenchimento de ${instrument} por ${patient}${about && `, respondido em ${about}`}?`,
      means: 'Ele sai do histórico do paciente com as respostas e não pode ser recuperado.',
      confirm: (instrument, patient, about) =>
        `Excluir definitivamente: ${instrument} de ${patient}${about && `, ${about}`}`,
      done: (instrument, patient) => `O preenchimento de ${instrument} por ${patient} foi excluído.`,
    },
  },
  keep: 'Deixar como está',
  closeOutcome: 'Fechar',
  sending: 'Em andamento',
  checking: 'A resposta se perdeu: verificando o que aconteceu',
  refused: (instrument) => `${instrument} não foi alterado.`,
  refusedFor: {
    forbidden: 'Você não tem permissão para isso. Fale com quem gere os acessos.',
    'not-found':
      'O serviço não o encontra. Pode ter sido alterado ou excluído nesse meio-tempo: leia de novo.',
  },
  notDone: 'Não foi feito: o pedido se perdeu no caminho. Você pode tentar de novo.',
  unknown: 'Não se sabe se foi feito. Não repita ainda: verifique novamente.',
  checkAgain: 'Verificar novamente',
};
