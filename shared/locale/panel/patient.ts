import type { PanelMessages, Problem } from './messages.ts';

/** What is said to patients in other words than to a professional. */
type PatientWords = Pick<PanelMessages, 'lang' | 'emptyHint'> & {
  readonly problems: Partial<Readonly<Record<Problem, (attribute: string) => string>>>;
  readonly requests: Pick<PanelMessages['requests'], 'why'>;
};

const en: PatientWords = {
  lang: 'en',
  emptyHint: 'The graph begins with your first answer.',
  requests: {
    why: {
      CANCELED: 'It was cancelled.',
      CANCELED_LATE: 'No answer came in time; the next request took its place.',
      CANCELED_IDLE: 'It was closed because no answers had come for some time.',
      LATE: 'Its time has passed and no answer has come.',
    },
  },
  problems: {
    'not-found': () =>
      'Your professional has not shared this graph with you. Ask them if you would like to see it.',
    forbidden: () => 'You are not permitted to see these scores. Ask your professional.',
    mismatch: () => 'The reply was not about you, so nothing of it is shown.',
  },
};

const ptBR: PatientWords = {
  lang: 'pt-BR',
  emptyHint: 'O gráfico começa com a sua primeira resposta.',
  requests: {
    why: {
      CANCELED: 'Foi cancelada.',
      CANCELED_LATE: 'Não houve resposta a tempo; a solicitação seguinte tomou o lugar dela.',
      CANCELED_IDLE: 'Foi encerrada porque havia algum tempo não chegavam respostas.',
      LATE: 'O prazo passou e ainda não houve resposta.',
    },
  },
  problems: {
    'not-found': () =>
      'Seu profissional não compartilhou este gráfico com você. Fale com ele se quiser vê-lo.',
    forbidden: () => 'Você não tem permissão para ver estes escores. Fale com seu profissional.',
    mismatch: () => 'A resposta recebida não era sobre você; por isso nada é mostrado.',
  },
};

const es: PatientWords = {
  lang: 'es',
  emptyHint: 'El gráfico comienza con su primera respuesta.',
  requests: {
    why: {
      CANCELED: 'Se canceló.',
      CANCELED_LATE: 'No hubo respuesta a tiempo; la solicitud siguiente ocupó su lugar.',
      CANCELED_IDLE: 'Se cerró porque hacía tiempo que no llegaban respuestas.',
      LATE: 'El plazo pasó y todavía no hay respuesta.',
    },
  },
  problems: {
    'not-found': () => 'Su profesional no ha compartido este gráfico con usted. Consúltele si desea verlo.',
    forbidden: () => 'No tiene permiso para ver estas puntuaciones. Consulte a su profesional.',
    mismatch: () => 'La respuesta recibida no era sobre usted; por eso no se muestra nada.',
  },
};

/** The words for patients in the language of `lang` (`lang` of a panel's words). */
export const patientWords = (lang: string): PatientWords =>
  [ptBR, es].find((words) => words.lang === lang) ?? en;
