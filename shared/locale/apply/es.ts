import type { ApplyMessages } from './messages.ts';

export const applyEs: ApplyMessages = {
  lang: 'es',
  formats: 'es',

  title: 'Aplicar un instrumento',
  loading: 'Cargando el paciente y la biblioteca',
  retry: 'Intentar de nuevo',
  errorTitle: 'Ahora no se puede aplicar ningún instrumento aquí',
  forPatient: (name) => `Para ${name}`,
  born: (date) => `fecha de nacimiento: ${date}`,
  bornUnknown: 'fecha de nacimiento no registrada',
  unnamed: 'paciente sin nombre registrado',

  instrument: 'Instrumentos',
  find: 'Buscar en la biblioteca',
  findHint: 'Un nombre, una sigla como PHQ-9 o un tema.',
  tags: 'Temas',
  library: 'Biblioteca',
  found: (count) => (count === 1 ? '1 instrumento' : `${count} instrumentos`),
  noneFound: 'Ningún instrumento de la biblioteca coincide. Use menos palabras o menos temas.',
  inUse: 'ya en uso',
  chosen: 'Elegidos',
  noneChosen: 'Todavía no hay ninguno elegido.',
  remove: (name) => `Quitar ${name}`,
  unreadableInstruments: (count) =>
    count === 1
      ? '1 instrumento enviado por el servicio no se pudo leer y no se muestra.'
      : `${count} instrumentos enviados por el servicio no se pudieron leer y no se muestran.`,
  unreadableApplications: (count) =>
    count === 1
      ? '1 aplicación de este paciente no se pudo leer. Compruebe en el servicio si es del mismo instrumento.'
      : `${count} aplicaciones de este paciente no se pudieron leer. Compruebe en el servicio si son del mismo instrumento.`,

  recurrence: 'Recurrencia',
  cycles: {
    NOW: 'Una vez, ahora',
    ONCE: 'Una vez, en una fecha',
    DAILY: 'Todos los días',
    WEEKLY: 'Todas las semanas',
    BIWEEKLY: 'Cada dos semanas',
    MONTHLY: 'Todos los meses',
  },
  startsOn: 'Primera solicitud el',
  startsOnHint: 'Si es un día posterior, las solicitudes salen a las ocho de la mañana.',
  preview: 'El paciente recibe la solicitud',
  atOnce: 'Ahora',
  andSoOn: 'y así sucesivamente, hasta que se finalice o se cierre',
  review: 'Continuar',
  reviewing: 'Leyendo lo que el paciente ya tiene en uso',
  faults: {
    instrument: 'Elija al menos un instrumento de la lista.',
    startsOn: 'Indique un día a partir de hoy.',
    again: 'Marque esta casilla para aplicarlo por segunda vez, o vuelva atrás y quítelo.',
  },

  confirmTitle: 'Comprobar y confirmar',
  patient: 'Paciente',
  requests: 'Solicitudes',
  activeSince: (cycle, since, next) =>
    `Ya en uso: ${cycle.toLowerCase()}${since === null ? '' : `, desde el ${since}`}${next === null ? '' : `, próxima solicitud el ${next}`}.`,
  applyAgain: (name) => `Aplicar ${name} por segunda vez de todos modos`,
  instruments: (count) => `${count} instrumentos`,
  apply: (what, patient) => `Aplicar ${what} a ${patient}`,
  back: 'Atrás',
  changes: {
    patient:
      'El registro del paciente ha cambiado mientras tanto. No se aplicó nada: compruebe a quién nombra y confirme.',
    'in-use':
      'Lo que este paciente tiene en uso ha cambiado mientras tanto. No se aplicó nada: compruébelo y confirme.',
  },
  nothingSent: 'No se aplicó nada.',

  applyingTitle: 'Aplicando',
  resultTitle: 'Resultado',
  standings: {
    waiting: (name) => `${name}: espera su turno`,
    sending: (name, patient) => `${name}: se está aplicando a ${patient}`,
    checking: (name) => `${name}: resultado desconocido, comprobando`,
    created: (name, patient) => `${name} se aplicó a ${patient}.`,
    refused: (name) => `${name} no se aplicó.`,
    'not-created': (name) => `${name} no se aplicó: el servicio no tiene esa aplicación.`,
    unknown: (name) => `${name}: no se puede saber si se aplicó.`,
  },
  advice: {
    'not-created': 'La petición se perdió en el camino. Puede intentarlo de nuevo: no habrá duplicados.',
    unknown:
      'No vuelva a aplicarlo por ahora. Compruébelo otra vez; si sigue fallando, consulte las aplicaciones del paciente.',
  },
  nextRequest: (date) => `Próxima solicitud el ${date}`,
  summary: (created, all) =>
    created === all
      ? all === 1
        ? 'El instrumento se aplicó.'
        : `Se aplicaron los ${all} instrumentos.`
      : created === 1
        ? `Se aplicó 1 de ${all} instrumentos.`
        : `Se aplicaron ${created} de ${all} instrumentos.`,
  link: (name) => `Enlace para responder ${name}`,
  linkHint: 'Quien tenga este enlace puede responder como si fuera el paciente. No se lo dé a nadie más.',
  noLink: 'El servicio no envió ninguna dirección web donde el paciente pueda responder.',
  copy: 'Copiar enlace',
  copied: 'Enlace copiado.',
  copyFailed: 'El navegador no lo copió: el enlace está seleccionado, cópielo a mano.',
  copyRefused: 'El navegador no lo copió: abra la página del paciente o haga escanear el código.',
  share: 'Compartir enlace',
  shareText: 'Por favor, responda a este cuestionario:',
  shareFailed: 'No se pudo compartir el enlace. Cópielo.',
  open: 'Abrir la página del paciente',
  opensNew: 'se abre en una pestaña nueva',
  qr: (name) => `Código QR del enlace para responder ${name}`,
  noQr: 'Este enlace es demasiado largo para un código QR.',
  checkAgain: 'Comprobar otra vez',
  tryAgain: 'Intentar de nuevo',
  another: 'Aplicar otro',
  interrupted:
    'Se interrumpió una aplicación al paciente mostrado antes. Consulte las aplicaciones de ese paciente para saber si se hizo.',
  cleared: 'El paciente ha cambiado. El formulario se vació.',

  problems: {
    missing: ({ about }) => `Falta el atributo ${about}. Quien mantiene esta página puede añadirlo.`,
    invalid: ({ about }) => `El atributo ${about} no es válido. Quien mantiene esta página puede corregirlo.`,
    'not-configured': () => 'No se sabe de dónde leer: defina base-url y fetchToken, o llame a configure().',
    'signed-out': () => 'Su acceso ha caducado. Inicie sesión otra vez e inténtelo de nuevo.',
    forbidden: () =>
      'No tiene permiso para aplicar instrumentos a este paciente. Hable con quien gestiona los accesos.',
    'not-found': () => 'Paciente o instrumento no encontrado, o profesional sin vínculo activo.',
    mismatch: () =>
      'La respuesta recibida era de otro paciente o instrumento; por eso no se usa nada de ella.',
    unreadable: () =>
      'La respuesta recibida no se pudo leer. Inténtelo de nuevo; si persiste, avise al soporte.',
    network: () => 'No se pudo llegar al servicio. Compruebe la conexión e inténtelo de nuevo.',
    offline: () => 'Este dispositivo está sin conexión. Conéctelo e inténtelo de nuevo.',
    busy: ({ seconds }) =>
      seconds === null
        ? 'El servicio está recibiendo demasiadas solicitudes. Espere un momento e inténtelo de nuevo.'
        : `El servicio está recibiendo demasiadas solicitudes. Inténtelo de nuevo en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
    state: () =>
      'El servicio no lo acepta en el estado actual: la relación con este paciente puede estar inactiva. Reactívela e inténtelo de nuevo.',
    left: () => 'Entretanto la página dejó a este paciente. Compruebe a quién muestra e inténtelo de nuevo.',
    disagrees: () =>
      'La página y el registro del servicio se contradicen sobre este paciente. Corrija primero uno de los dos.',
    unconfirmed: () =>
      'La página solo muestra un número de este paciente, sin nombre ni fecha de nacimiento que comparar con el registro.',
    refused: () => 'El servicio no lo aceptó. Corrija lo que indica e inténtelo de nuevo.',
    service: () => 'El servicio no funciona en este momento. Inténtelo de nuevo en unos minutos.',
  },
  serviceSays: (sentence) => `El servicio dice: «${sentence}»`,
};
