import type { AnswerWords } from './words.ts';

export const ptBR: AnswerWords = {
  lang: 'pt-BR',
  languageName: 'Português (Brasil)',
  switchLanguage: 'Idioma',

  genericTitle: 'Questionário',
  requestedBy: (professional) => `Solicitado por ${professional}`,
  questionCount: (count) =>
    count === 1 ? '1 pergunta. É preciso respondê-la.' : `${count} perguntas. É preciso responder a todas.`,
  progress: (position, total) => `Pergunta ${position} de ${total}`,
  answeredSoFar: (total) => ({ before: 'Respondidas: ', after: ` de ${total}` }),
  send: 'Enviar minhas respostas',
  sendNote:
    'Suas respostas vão para o profissional que as solicitou. Depois de enviadas, não é possível alterá-las aqui.',

  helpTitle: 'Se você precisa de ajuda agora',
  help: 'Suas respostas não são lidas na hora. Para conversar, ligue para o CVV, 188 (gratuito, 24 horas). Em uma emergência, ligue para o SAMU, 192, ou vá ao pronto-socorro mais próximo.',
  demonstrationLabel: 'Demonstração',
  demonstration:
    'Esta é uma demonstração. As perguntas são paráfrases curtas, e não o texto publicado, e não devem ser usadas no cuidado de pacientes.',

  errorTitle: (count) =>
    count === 1
      ? 'Suas respostas não foram enviadas: 1 pergunta precisa da sua atenção'
      : `Suas respostas não foram enviadas: ${count} perguntas precisam da sua atenção`,
  errorPrefix: 'Erro:',
  errorLink: (position, problem) => `Pergunta ${position}: ${problem}`,
  missing: 'Escolha uma resposta.',
  notAnOption: 'A resposta recebida não é uma das opções. Escolha uma delas.',
  duplicate: 'Mais de uma resposta foi recebida. Escolha apenas uma.',
  unknownQuestion: 'Esta pergunta não faz parte do questionário.',
  unknownQuestions:
    'Foi enviado algo que não faz parte deste questionário. Confira suas respostas e envie novamente.',
  incomplete: (count) =>
    count === 1
      ? 'Uma resposta está faltando ou é inválida.'
      : `${count} respostas estão faltando ou são inválidas.`,

  thanksTitle: 'Agradecemos por responder',
  thanks: 'Suas respostas foram recebidas.',
  thanksNote: 'Você já pode fechar esta página. O profissional que solicitou as respostas vai vê-las.',
  answeredTitle: 'Já respondido',
  answered: (date) => `Este questionário foi respondido em ${date}. Não há mais nada a fazer por enquanto.`,
  nothingDueTitle: 'Nada a responder agora',
  nothingDue: 'Não há nenhum questionário esperando por você no momento.',
  nextOn: (date) => `O próximo está previsto para ${date}. O mesmo link vai abri-lo.`,
  noNext: 'Não há outra data marcada.',
  closedTitle: 'Esta solicitação foi encerrada',
  closed: 'Não é mais possível respondê-la. Em caso de dúvida, fale com o profissional que acompanha você.',
  unknownTitle: 'Este link não é válido',
  unknown:
    'Verifique se o endereço foi copiado por inteiro ou peça um novo link ao profissional que acompanha você.',
  refusedTitle: 'Suas respostas não foram salvas',
  refused:
    'Esta solicitação não pode ser respondida na situação atual. Abra o link novamente para ver o motivo.',
  tooLargeTitle: 'Suas respostas não foram salvas',
  tooLarge: 'Foi enviado mais do que esta página aceita. Abra o link novamente e responda por lá.',
  mediaTypeTitle: 'Suas respostas não foram salvas',
  mediaType: 'Elas chegaram em um formato que esta página não lê. Abra o link novamente e responda por lá.',
  methodTitle: 'Esta página não pode fazer isso',
  method: 'Abra o link no navegador para responder.',
};
