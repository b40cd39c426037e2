import type { ItemWords } from './words.ts';

export const ptBR: ItemWords = {
  title: (instrument) => `Respostas: ${instrument}`,
  close: 'Fechar',
  loading: 'Carregando as respostas',
  notFound: 'Esta solicitação não foi encontrada. Talvez tenha sido excluída.',
  errorTitle: 'Não é possível mostrar as respostas',

  status: {
    CREATED: 'Ainda não respondida: ainda não enviada.',
    IN_PROGRESS: 'Ainda não respondida: aguardando o paciente.',
    OPENED: 'Ainda não respondida: o paciente já abriu.',
    STARTED: 'Ainda não respondida: o paciente já começou.',
    LATE: 'Ainda não respondida: atrasada.',
    CANCELED: 'Não respondida: cancelada.',
    CANCELED_LATE: 'Não respondida: substituída pela solicitação seguinte.',
    CANCELED_IDLE: 'Não respondida: encerrada por inatividade.',
    ANSWERED: 'Respondida',
  },
  noScore: 'O serviço não enviou escore para esta solicitação.',
  subscales: 'Subescalas',
  interpretation: 'Texto enviado pelo serviço',
  interpretationNote:
    'Pode ter sido escrito por IA. Apoia a interpretação e não substitui o julgamento clínico.',

  flagged: (count) =>
    count === 1 ? '1 resposta com sinal de risco' : `${count} respostas com sinal de risco`,
  flagMeans:
    'O serviço marca um sinal de risco conforme o que foi respondido. Ele pede a atenção do profissional e não é um diagnóstico; uma resposta sem sinal não afasta o risco.',
  flagType: { SUICIDE_SELF_HARM: 'Suicídio ou autolesão', HOMICIDAL_IDEATION: 'Ideação homicida' },
  severityUnknown: 'gravidade não informada',
  flagsElsewhere: (counted, shown) =>
    `O serviço conta ${counted === 1 ? '1 sinal de risco' : `${counted} sinais de risco`} nesta solicitação, e as respostas aqui trazem ${shown}. Leia todas as respostas.`,

  answers: 'Respostas',
  noAnswers: 'O serviço não enviou respostas para esta solicitação.',
  question: (id) => `Pergunta ${id}`,
  noAnswer: 'Sem resposta',
  notAsked: 'Sem resposta: pergunta feita apenas sob uma condição',
  unanswered: (count) =>
    count === 1 ? '1 pergunta está sem resposta.' : `${count} perguntas estão sem resposta.`,
  questionsUnknown:
    'Não foi possível ler as perguntas do instrumento; por isso não se sabe se alguma está sem resposta.',
  weight: (weight) => `vale ${weight}`,
  ownWords: (text) => `em suas próprias palavras: ${text}`,

  copy: 'Copiar como texto',
  copied: 'Copiado, com data e fonte.',
  notCopied: 'O navegador não deixa esta página copiar. Selecione o texto e copie manualmente.',
  fhir: 'Salvar como FHIR (JSON)',
  saved: 'Salvo.',
  savedInPart: 'Salvo sem faixas e sem código: não foi possível ler o instrumento.',
  failed: 'Não deu certo. Feche e tente novamente.',
  tools: 'O que fazer com estas respostas',
};
