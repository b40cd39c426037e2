import type { PopupWords } from './words.ts';

export const ptBR: PopupWords = {
  site: 'Este site',
  profile: (version, source) => `Perfil versão ${version}, ${source}`,
  on: 'ativada',
  off: 'não ativada',
  page: (type) => `Esta página: ${type}`,
  patient: 'De quem é este prontuário',
  readingPatient: 'Lendo o cadastro do serviço',
  recognised: 'Segundo o cadastro do serviço.',
  linkInSide: 'Vincule ou cadastre o paciente no painel lateral.',
  why: 'Por que nada é mostrado',
  news: 'Novidades desde a última vez',
  newsSummary: (answers, risks) =>
    [
      answers === 1 ? '1 resposta nova' : `${answers} respostas novas`,
      risks === 0 ? '' : risks === 1 ? '1 com alto risco' : `${risks} com alto risco`,
    ]
      .filter(Boolean)
      .join(', '),
  noNews: 'Nenhuma resposta nova.',
  newsRisk: 'Alto risco',
  newsItem: (instrument, moment) => (moment === null ? instrument : `${instrument}, ${moment}`),
  unknownInstrument: 'um instrumento',
  seen: 'Marcar como visto',
  disable: 'Desativar neste site',
  disableQuestion: (site) =>
    `Nada mais é mostrado em ${site}, e o navegador retira a permissão. Vínculos e escores continuam no serviço.`,
  disabled: 'A extensão está desativada neste site.',
  addProfile: 'Adicionar um perfil nas opções',
  draft: 'Esboçar um perfil apontando',
  draftHint: 'Você aponta na página o que identifica o paciente, e um perfil é esboçado a partir disso.',
  pointAt: 'O que você vai apontar',
  what: {
    key: 'o número de prontuário',
    name: 'o nome',
    birthday: 'a data de nascimento',
    email: 'o e-mail',
    phone: 'o telefone',
    place: 'o lugar do painel',
  },
  begin: 'Apontar na página',
  pointing: 'Você está apontando: clique no elemento na página.',
  stopPointing: 'Parar de apontar',
  hasDraft: 'Há um perfil esboçado nas opções.',
  openDraft: 'Completar o esboço',
};
