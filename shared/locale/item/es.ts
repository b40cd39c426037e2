import type { ItemWords } from './words.ts';

export const es: ItemWords = {
  title: (instrument) => `Respuestas: ${instrument}`,
  close: 'Cerrar',
  loading: 'Cargando las respuestas',
  notFound: 'No se encontró esta solicitud. Quizá se haya eliminado.',
  errorTitle: 'No se pueden mostrar las respuestas',

  status: {
    CREATED: 'Todavía sin respuesta: aún no se ha enviado.',
    IN_PROGRESS: 'Todavía sin respuesta: a la espera del paciente.',
    OPENED: 'Todavía sin respuesta: el paciente la ha abierto.',
    STARTED: 'Todavía sin respuesta: el paciente ha empezado.',
    LATE: 'Todavía sin respuesta: atrasada.',
    CANCELED: 'Sin respuesta: cancelada.',
    CANCELED_LATE: 'Sin respuesta: sustituida por la solicitud siguiente.',
    CANCELED_IDLE: 'Sin respuesta: cerrada por inactividad.',
    ANSWERED: 'Respondida',
  },
  noScore: 'El servicio no envió puntuación para esta solicitud.',
  subscales: 'Subescalas',
  interpretation: 'Texto enviado por el servicio',
  interpretationNote:
    'Puede haberlo escrito una IA. Apoya la interpretación y no sustituye el juicio clínico.',

  flagged: (count) =>
    count === 1 ? '1 respuesta con señal de riesgo' : `${count} respuestas con señal de riesgo`,
  flagMeans:
    'El servicio marca una señal de riesgo según lo respondido. Pide la atención del profesional y no es un diagnóstico; una respuesta sin señal no descarta el riesgo.',
  flagType: { SUICIDE_SELF_HARM: 'Suicidio o autolesión', HOMICIDAL_IDEATION: 'Ideación homicida' },
  severityUnknown: 'gravedad no indicada',
  flagsElsewhere: (counted, shown) =>
    `El servicio cuenta ${counted === 1 ? '1 señal de riesgo' : `${counted} señales de riesgo`} en esta solicitud, y las respuestas aquí traen ${shown}. Lea todas las respuestas.`,

  answers: 'Respuestas',
  noAnswers: 'El servicio no envió respuestas para esta solicitud.',
  question: (id) => `Pregunta ${id}`,
  noAnswer: 'Sin respuesta',
  notAsked: 'Sin respuesta: se pregunta solo con una condición',
  unanswered: (count) =>
    count === 1 ? '1 pregunta está sin respuesta.' : `${count} preguntas están sin respuesta.`,
  questionsUnknown:
    'No se pudieron leer las preguntas del instrumento; por eso no se sabe si alguna está sin respuesta.',
  weight: (weight) => `vale ${weight}`,
  ownWords: (text) => `con sus propias palabras: ${text}`,

  copy: 'Copiar como texto',
  copied: 'Copiado, con fecha y fuente.',
  notCopied: 'El navegador no deja copiar a esta página. Seleccione el texto y cópielo a mano.',
  fhir: 'Guardar como FHIR (JSON)',
  saved: 'Guardado.',
  savedInPart: 'Guardado sin rangos ni código: no se pudo leer el instrumento.',
  failed: 'No funcionó. Cierre e inténtelo de nuevo.',
  tools: 'Qué hacer con estas respuestas',
};
