import type { ChartWords } from './words.ts';

type Words = Pick<
  ChartWords,
  | 'changes'
  | 'keep'
  | 'closeOutcome'
  | 'sending'
  | 'checking'
  | 'refused'
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
      question: (instrument, patient) => `Finalizar esta aplicação de ${instrument} a ${patient}?`,
      means: 'Nenhuma nova solicitação será enviada. As respostas permanecem.',
      confirm: (instrument, patient) => `Finalizar ${instrument} para ${patient}`,
      done: (instrument, patient) => `${instrument} foi finalizado para ${patient}.`,
    },
    cancel: {
      ask: 'Cancelar todas',
      question: (instrument, patient) => `Cancelar todas as aplicações ativas de ${instrument} a ${patient}?`,
      means:
        'Todas são finalizadas, e as solicitações que aguardam resposta são canceladas. As respostas permanecem.',
      confirm: (instrument, patient) => `Cancelar ${instrument} para ${patient}`,
      done: (instrument, patient) => `${instrument} foi cancelado para ${patient}.`,
    },
    'cancel-request': {
      ask: 'Cancelar solicitação',
      question: (instrument, patient) =>
        `Cancelar esta solicitação a ${patient} para responder a ${instrument}?`,
      means: 'Ela não poderá mais ser respondida. O que já foi respondido permanece.',
      confirm: (instrument, patient) => `Cancelar a solicitação de ${instrument} a ${patient}`,
      done: (instrument, patient) => `A solicitação de ${instrument} a ${patient} foi cancelada.`,
    },
    'delete-request': {
      ask: 'Excluir',
      question: (instrument, patient) =>
        `Excluir definitivamente este preenchimento de ${instrument} por ${patient}?`,
      means: 'Ele sai do histórico do paciente com as respostas e não pode ser recuperado.',
      confirm: (instrument, patient) => `Excluir definitivamente: ${instrument} de ${patient}`,
      done: (instrument, patient) => `O preenchimento de ${instrument} por ${patient} foi excluído.`,
    },
  },
  keep: 'Deixar como está',
  closeOutcome: 'Fechar',
  sending: 'Em andamento',
  checking: 'A resposta se perdeu: verificando o que aconteceu',
  refused: (instrument) => `${instrument} não foi alterado.`,
  notDone: 'Não foi feito: o pedido se perdeu no caminho. Você pode tentar de novo.',
  unknown: 'Não se sabe se foi feito. Não repita ainda: verifique novamente.',
  checkAgain: 'Verificar novamente',
};
