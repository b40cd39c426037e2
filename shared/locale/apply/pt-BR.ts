import type { ApplyMessages } from './messages.ts';

export const applyPtBR: ApplyMessages = {
  lang: 'pt-BR',
  formats: 'pt-BR',

  title: 'Aplicar um instrumento',
  loading: 'Carregando o paciente e a biblioteca',
  retry: 'Tentar novamente',
  errorTitle: 'Não é possível aplicar instrumentos aqui agora',
  forPatient: (name) => `Para ${name}`,
  born: (date) => `nascimento em ${date}`,
  bornUnknown: 'data de nascimento não registrada',
  unnamed: 'paciente sem nome registrado',

  instrument: 'Instrumentos',
  find: 'Buscar na biblioteca',
  findHint: 'Um nome, uma sigla como PHQ-9 ou um tema.',
  tags: 'Temas',
  library: 'Biblioteca',
  found: (count) => (count === 1 ? '1 instrumento' : `${count} instrumentos`),
  noneFound: 'Nenhum instrumento da biblioteca corresponde. Use menos palavras ou menos temas.',
  inUse: 'já em uso',
  chosen: 'Escolhidos',
  noneChosen: 'Nenhum escolhido ainda.',
  remove: (name) => `Remover ${name}`,
  unreadableInstruments: (count) =>
    count === 1
      ? '1 instrumento enviado pelo serviço não pôde ser lido e não é mostrado.'
      : `${count} instrumentos enviados pelo serviço não puderam ser lidos e não são mostrados.`,
  unreadableApplications: (count) =>
    count === 1
      ? '1 aplicação deste paciente não pôde ser lida. Verifique no serviço se é do mesmo instrumento.'
      : `${count} aplicações deste paciente não puderam ser lidas. Verifique no serviço se são do mesmo instrumento.`,

  recurrence: 'Recorrência',
  cycles: {
    NOW: 'Uma vez, agora',
    ONCE: 'Uma vez, em uma data',
    DAILY: 'Todos os dias',
    WEEKLY: 'Toda semana',
    BIWEEKLY: 'A cada duas semanas',
    MONTHLY: 'Todo mês',
  },
  startsOn: 'Primeira solicitação em',
  startsOnHint: 'Em dia posterior, as solicitações saem às oito da manhã.',
  preview: 'O paciente recebe a solicitação',
  atOnce: 'Agora',
  andSoOn: 'e assim por diante, até ser finalizada ou encerrada',
  review: 'Continuar',
  reviewing: 'Lendo o que o paciente já tem em uso',
  faults: {
    instrument: 'Escolha ao menos um instrumento da lista.',
    startsOn: 'Informe um dia a partir de hoje.',
    again: 'Marque para aplicar uma segunda vez, ou volte e remova.',
  },

  confirmTitle: 'Conferir e confirmar',
  patient: 'Paciente',
  requests: 'Solicitações',
  activeSince: (cycle, since, next) =>
    `Já em uso: ${cycle.toLowerCase()}${since === null ? '' : `, desde ${since}`}${next === null ? '' : `, próxima solicitação em ${next}`}.`,
  applyAgain: (name) => `Aplicar ${name} uma segunda vez mesmo assim`,
  instruments: (count) => `${count} instrumentos`,
  apply: (what, patient) => `Aplicar ${what} a ${patient}`,
  back: 'Voltar',
  changes: {
    patient:
      'O cadastro do paciente mudou nesse meio-tempo. Nada foi aplicado: confira de quem se trata e confirme.',
    'in-use': 'O que este paciente tem em uso mudou nesse meio-tempo. Nada foi aplicado: confira e confirme.',
  },
  nothingSent: 'Nada foi aplicado.',

  applyingTitle: 'Aplicando',
  resultTitle: 'Resultado',
  standings: {
    waiting: (name) => `${name}: aguardando a vez`,
    sending: (name, patient) => `${name}: sendo aplicado a ${patient}`,
    checking: (name) => `${name}: resultado desconhecido, verificando`,
    created: (name, patient) => `${name} foi aplicado a ${patient}.`,
    refused: (name) => `${name} não foi aplicado.`,
    'not-created': (name) => `${name} não foi aplicado: o serviço não o tem.`,
    unknown: (name) => `${name}: não é possível saber se foi aplicado.`,
  },
  advice: {
    'not-created': 'O pedido se perdeu no caminho. Você pode tentar novamente: não haverá duplicidade.',
    unknown:
      'Não aplique novamente por enquanto. Verifique de novo; se continuar falhando, consulte as aplicações do paciente.',
  },
  nextRequest: (date) => `Próxima solicitação em ${date}`,
  summary: (created, all) =>
    created === all
      ? all === 1
        ? 'O instrumento foi aplicado.'
        : `Os ${all} instrumentos foram aplicados.`
      : `${created} de ${all} instrumentos foram aplicados.`,
  link: (name) => `Link para responder ${name}`,
  linkHint: 'Quem tem este link pode responder como o paciente. Não o entregue a mais ninguém.',
  noLink: 'O serviço não enviou um endereço da web para o paciente responder.',
  copy: 'Copiar link',
  copied: 'Link copiado.',
  copyFailed: 'O navegador não copiou: o link está selecionado, copie-o manualmente.',
  copyRefused: 'O navegador não copiou: abra a página do paciente ou peça que o código seja escaneado.',
  share: 'Compartilhar link',
  shareText: 'Por favor, responda a este questionário:',
  shareFailed: 'Não foi possível compartilhar o link. Copie-o.',
  open: 'Abrir a página do paciente',
  opensNew: 'abre em nova aba',
  qr: (name) => `Código QR do link para responder ${name}`,
  noQr: 'Este link é longo demais para um código QR.',
  checkAgain: 'Verificar de novo',
  tryAgain: 'Tentar novamente',
  another: 'Aplicar outro',
  interrupted:
    'Uma aplicação ao paciente mostrado antes foi interrompida. Consulte as aplicações daquele paciente para saber se ela foi feita.',
  cleared: 'O paciente mudou. O formulário foi esvaziado.',

  problems: {
    missing: ({ about }) => `Falta o atributo ${about}. Quem mantém esta página pode incluí-lo.`,
    invalid: ({ about }) => `O atributo ${about} não é válido. Quem mantém esta página pode corrigi-lo.`,
    'not-configured': () => 'Não se sabe de onde ler: defina base-url e fetchToken, ou chame configure().',
    'signed-out': () => 'Seu acesso expirou. Entre de novo e tente novamente.',
    forbidden: () =>
      'Você não tem permissão para aplicar instrumentos a este paciente. Fale com quem gere os acessos.',
    'not-found': () => 'Paciente ou instrumento não encontrado, ou profissional sem vínculo ativo.',
    mismatch: () => 'A resposta recebida era de outro paciente ou instrumento; por isso não é usada.',
    unreadable: () =>
      'A resposta recebida não pôde ser lida. Tente novamente; se persistir, avise o suporte.',
    network: () => 'Não foi possível alcançar o serviço. Verifique a conexão e tente novamente.',
    offline: () => 'Este dispositivo está sem conexão. Conecte-o e tente novamente.',
    busy: ({ seconds }) =>
      seconds === null
        ? 'O serviço está recebendo solicitações demais. Aguarde um momento e tente novamente.'
        : `O serviço está recebendo solicitações demais. Tente novamente em ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
    state: () =>
      'O serviço não aceita a aplicação no estado atual: a relação com este paciente pode estar inativa. Reative-a e tente novamente.',
    left: () => 'A página saiu deste paciente nesse meio-tempo. Confira quem ela mostra e tente novamente.',
    disagrees: () =>
      'A página e o cadastro do serviço se contradizem sobre este paciente. Corrija um deles primeiro.',
    unconfirmed: () =>
      'A página mostra só um número deste paciente, sem nome nem data de nascimento para comparar com o cadastro.',
    refused: () => 'O serviço não aceitou. Corrija o que ele indica e tente novamente.',
    service: () => 'O serviço não está funcionando no momento. Tente novamente em alguns minutos.',
  },
  serviceSays: (sentence) => `O serviço diz: “${sentence}”`,
};
