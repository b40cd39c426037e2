import type { PanelMessages } from './messages.ts';

const answers = (count: number): string => (count === 1 ? '1 respuesta' : `${count} respuestas`);

export const es: PanelMessages = {
  lang: 'es',
  months: 'ene feb mar abr may jun jul ago sept oct nov dic'.split(' '),
  decimal: ',',
  day: (day, month, year) => `${day} ${month} ${year}`,
  month: (month, year) => `${month} ${year}`,

  loading: 'Cargando el gráfico de puntuaciones',
  score: 'Puntuación',
  ofMax: (max) => `de ${max}`,
  inRange: (title) => `en el rango ${title}`,
  noRange: 'sin rango informado',
  scale: (min, max) => `Escala de ${min} a ${max}`,
  answered: (date) => `Última respuesta el ${date}`,
  sincePrevious: (change) => `${change} desde la anterior`,
  sinceBaseline: (change) => `${change} desde la primera`,
  firstAnswer: 'Primera respuesta: todavía no hay con qué comparar',
  noChange: 'El servicio no envió comparación con esta respuesta',
  better: 'mejor',
  worse: 'peor',
  unchanged: 'Sin cambios',
  direction: {
    'higher-worse': 'más alto es peor',
    'higher-better': 'más alto es mejor',
    unknown: 'sentido desconocido, por eso los cambios no se valoran',
  },

  riskFlagged: (date, latest) =>
    `Señal de riesgo en ${latest ? 'la última respuesta' : 'una respuesta anterior'}${date === null ? '' : `, ${date}`}`,
  riskOthers: (count) => (count === 1 ? 'y en otra respuesta' : `y en otras ${count} respuestas`),
  riskUnknown: (count) =>
    count === 1
      ? 'datos de riesgo de 1 respuesta no disponibles'
      : `datos de riesgo de ${count} respuestas no disponibles`,
  severity: { LOW: 'gravedad baja', MODERATE: 'gravedad moderada', HIGH: 'gravedad alta' },
  gravest: (severity) => `la más grave con ${severity}`,
  riskNone: (date) => `Ninguna señal de riesgo registrada hasta el ${date}`,
  riskUnavailable: 'Datos de riesgo no disponibles: consulte las propias respuestas',
  riskUnanswered: 'Sin respuestas, no se sabe nada sobre el riesgo',
  riskNote: 'Una señal de riesgo apoya la atención del profesional y no es un diagnóstico.',
  pointRisk: { flagged: 'Señal de riesgo', none: 'Ninguna registrada', unknown: 'No disponible' },

  missed: (count) =>
    count === 1 ? '1 solicitud no fue respondida.' : `${count} solicitudes no fueron respondidas.`,
  missedStatus: {
    CANCELED: 'Sin respuesta: cancelada',
    CANCELED_LATE: 'Sin respuesta: sustituida por la solicitud siguiente',
    CANCELED_IDLE: 'Sin respuesta: cerrada por inactividad',
    LATE: 'Todavía sin respuesta: atrasada',
  },
  scaleAssumed: {
    ranges: 'El servicio no envió los límites de la escala; se tomaron de los rangos.',
    scores: 'El servicio no envió los límites de la escala; se tomaron de las puntuaciones.',
  },
  unreadable: (count) =>
    count === 1
      ? '1 elemento enviado por el servicio no se pudo leer y no se muestra.'
      : `${count} elementos enviados por el servicio no se pudieron leer y no se muestran.`,
  between: (from, to) =>
    `Solo respuestas${from === null ? '' : ` desde el ${from}`}${to === null ? '' : ` hasta el ${to}`}.`,
  readAt: (date) => `Leído el ${date}`,
  staleSince: (date) => `Desactualizado: tal como se leyó el ${date}.`,
  retry: 'Intentar de nuevo',
  requests: {
    why: {
      CANCELED: 'El profesional o esta plataforma la canceló.',
      CANCELED_LATE: 'No hubo respuesta a tiempo; la solicitud del período siguiente ocupó su lugar.',
      CANCELED_IDLE: 'La aplicación se cerró porque el paciente estaba inactivo.',
      LATE: 'El plazo pasó y todavía no hay respuesta.',
    },
    asked: (moment) => `Solicitada el ${moment}`,
    begun: (moment) => `Empezada el ${moment}, sin terminar`,
    deadline: (moment) => `Plazo para responder: ${moment}`,
    noDeadline: 'El servicio no indica plazo',
  },
  analysis: {
    reading: 'Análisis por IA del curso: consultando.',
    made: (date) => `Análisis por IA del curso: hecho${date === null ? '' : ` el ${date}`}.`,
    none: 'Análisis por IA del curso: no se ha hecho ninguno.',
    isStale: {
      yes: 'No está actualizado: el curso ha cambiado desde entonces.',
      no: 'Está actualizado.',
      unknown: 'No se sabe si está actualizado.',
    },
    notInPlan: 'Análisis por IA del curso: el plan del profesional no lo incluye.',
    notPermitted:
      'Análisis por IA del curso: el servicio no lo ofrece a este profesional; quizá el plan no lo incluya.',
    failed: 'Análisis por IA del curso: no se pudo leer si existe alguno.',
    note: 'Hecho por IA, apoya la interpretación y no sustituye el juicio clínico.',
  },
  openAnswers: (moment) => `${moment}: mostrar las respuestas`,
  tools: {
    name: 'Qué hacer con este curso',
    answers: 'Respuestas de la última',
    opening: 'Abriendo las respuestas',
    explore: 'Explorar',
    copy: 'Copiar para una nota',
    copied: 'Copiado, con fecha, rangos y fuente.',
    notCopied: 'El navegador no deja copiar a esta página. Seleccione el resultado y cópielo a mano.',
    csv: 'Guardar como CSV',
    png: 'Guardar como imagen',
    print: 'Imprimir',
    failed: 'No funcionó. Compruebe la conexión e inténtelo de nuevo.',
  },
  newAnswer: (sentence) => `Nueva respuesta. ${sentence}`,

  untitled: 'Gráfico de puntuaciones',
  series: 'Puntuación mostrada',
  wholeScore: 'Total',
  graph: (title, count) => `Gráfico de puntuaciones de ${title}, ${answers(count)}.`,
  walk: 'Las flechas del teclado recorren las respuestas.',
  table: (count) => `Tabla con ${answers(count)}`,
  caption: (title) => `${title}, de la más reciente a la más antigua`,
  columns: ['Fecha', 'Puntuación', 'Rango', 'Desde la anterior', 'Desde la primera', 'Riesgo'],

  emptyTitle: 'Todavía no hay respuestas',
  emptyHint: 'El gráfico comienza con la primera respuesta del paciente.',
  emptyRange: 'No hay respuestas en este período',
  errorTitle: 'No se puede mostrar el gráfico de puntuaciones',
  partsMissing: 'No se pudieron cargar partes de este panel: recargue la página',
  problems: {
    missing: (name) => `Falta el atributo ${name}. Quien mantiene esta página puede añadirlo.`,
    invalid: (name) => `El atributo ${name} no es válido. Quien mantiene esta página puede corregirlo.`,
    'not-configured': () =>
      'El panel no sabe de dónde leer: defina base-url y fetchToken, o llame a configure().',
    'signed-out': () => 'Su acceso ha caducado. Inicie sesión otra vez e inténtelo de nuevo.',
    forbidden: () =>
      'No tiene permiso para ver las puntuaciones de este paciente. Hable con quien gestiona los accesos.',
    'not-found': () => 'Paciente o instrumento no encontrado, o profesional sin vínculo activo.',
    mismatch: () => 'La respuesta recibida era de otro paciente o instrumento; por eso no se muestra nada.',
    unreadable: () =>
      'La respuesta recibida no se pudo leer. Inténtelo de nuevo; si persiste, avise al soporte.',
    network: () => 'No se pudo llegar al servicio. Compruebe la conexión e inténtelo de nuevo.',
    busy: () => 'El servicio está recibiendo demasiadas solicitudes. Espere un momento e inténtelo de nuevo.',
    service: () => 'El servicio no funciona en este momento. Inténtelo de nuevo en unos minutos.',
  },
};
