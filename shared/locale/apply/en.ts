import type { ApplyMessages } from './messages.ts';

export const applyEn: ApplyMessages = {
  lang: 'en',
  // Day first: 3/4 would be read in two ways.
  formats: 'en-GB',

  title: 'Apply an instrument',
  loading: 'Loading the patient and the library',
  retry: 'Try again',
  errorTitle: 'No instrument can be applied here now',
  forPatient: (name) => `For ${name}`,
  born: (date) => `born ${date}`,
  bornUnknown: 'date of birth not recorded',
  unnamed: 'patient without a recorded name',

  instrument: 'Instruments',
  find: 'Find in the library',
  findHint: 'A name, a short name such as PHQ-9, or a topic.',
  tags: 'Topics',
  library: 'Library',
  found: (count) => (count === 1 ? '1 instrument' : `${count} instruments`),
  noneFound: 'No instrument of the library fits. Use fewer words or fewer topics.',
  inUse: 'already in use',
  chosen: 'Chosen',
  noneChosen: 'None chosen yet.',
  remove: (name) => `Remove ${name}`,
  unreadableInstruments: (count) =>
    count === 1
      ? '1 instrument sent by the service could not be read and is not shown.'
      : `${count} instruments sent by the service could not be read and are not shown.`,
  unreadableApplications: (count) =>
    count === 1
      ? '1 application of this patient could not be read. Check in the service whether it is of the same instrument.'
      : `${count} applications of this patient could not be read. Check in the service whether they are of the same instrument.`,

  recurrence: 'Recurrence',
  cycles: {
    NOW: 'Once, at once',
    ONCE: 'Once, on a date',
    DAILY: 'Every day',
    WEEKLY: 'Every week',
    BIWEEKLY: 'Every two weeks',
    MONTHLY: 'Every month',
  },
  startsOn: 'First request on',
  startsOnHint: 'On a later day, requests go out at eight in the morning.',
  preview: 'The patient is asked',
  atOnce: 'At once',
  andSoOn: 'and so on, until it is finished or closed',
  review: 'Continue',
  reviewing: 'Reading what the patient already has',
  faults: {
    instrument: 'Choose at least one instrument of the list.',
    startsOn: 'Give a day from today on.',
    again: 'Tick this to apply it a second time, or go back and remove it.',
  },

  confirmTitle: 'Check and confirm',
  patient: 'Patient',
  requests: 'Requests',
  activeSince: (cycle, since, next) =>
    `Already in use: ${cycle.toLowerCase()}${since === null ? '' : `, since ${since}`}${next === null ? '' : `, next request ${next}`}.`,
  applyAgain: (name) => `Apply ${name} a second time all the same`,
  instruments: (count) => `${count} instruments`,
  apply: (what, patient) => `Apply ${what} to ${patient}`,
  back: 'Back',
  changes: {
    patient:
      'The patient’s record has changed meanwhile. Nothing was applied: check whom it names, then confirm.',
    'in-use':
      'What this patient has in use has changed meanwhile. Nothing was applied: check it, then confirm.',
  },
  nothingSent: 'Nothing was applied.',

  applyingTitle: 'Applying',
  resultTitle: 'Result',
  standings: {
    waiting: (name) => `${name}: waits for its turn`,
    sending: (name, patient) => `${name}: being applied to ${patient}`,
    checking: (name) => `${name}: outcome unknown, checking`,
    created: (name, patient) => `${name} was applied to ${patient}.`,
    refused: (name) => `${name} was not applied.`,
    'not-created': (name) => `${name} was not applied: the service does not have it.`,
    unknown: (name) => `${name}: it cannot be told whether it was applied.`,
  },
  advice: {
    'not-created': 'The request was lost on its way. You can try again: it will not be there twice.',
    unknown:
      'Do not apply it again yet. Check again; if that goes on failing, look at the patient’s applications.',
  },
  nextRequest: (date) => `Next request ${date}`,
  summary: (created, all) =>
    created === all
      ? `${all === 1 ? 'It was' : `All ${all} were`} applied.`
      : `${created} of ${all} applied.`,
  link: (name) => `Link to answer ${name}`,
  linkHint: 'Whoever has this link can answer as the patient. Give it to nobody else.',
  noLink: 'The service sent no web address for the patient to answer at.',
  copy: 'Copy link',
  copied: 'Link copied.',
  copyFailed: 'The browser did not copy it: the link is selected, copy it by hand.',
  copyRefused: 'The browser did not copy it: open the patient’s page, or have the code scanned.',
  share: 'Share link',
  shareText: 'Please answer this questionnaire:',
  shareFailed: 'The link could not be shared. Copy it instead.',
  open: 'Open the patient’s page',
  opensNew: 'opens in a new tab',
  qr: (name) => `QR code of the link to answer ${name}`,
  noQr: 'This link is too long for a QR code.',
  checkAgain: 'Check again',
  tryAgain: 'Try again',
  another: 'Apply another',
  interrupted:
    'An application to the patient shown before was interrupted. Look at that patient’s applications to see whether it was made.',
  cleared: 'The patient has changed. The form was emptied.',

  problems: {
    missing: ({ about }) => `The attribute ${about} is missing. Whoever maintains this page can add it.`,
    invalid: ({ about }) =>
      `The attribute ${about} is not valid. Whoever maintains this page can correct it.`,
    'not-configured': () =>
      'It does not know where to read: set base-url and fetchToken, or call configure().',
    'signed-out': () => 'Your sign-in has expired. Sign in again, then try again.',
    forbidden: () =>
      'You are not permitted to apply instruments to this patient. Ask whoever manages access.',
    'not-found': () => 'This patient or instrument was not found, or the professional is not linked.',
    mismatch: () => 'The reply was about another patient or instrument, so nothing of it is used.',
    unreadable: () => 'The reply could not be read. Try again; if it persists, tell support.',
    network: () => 'The service could not be reached. Check the connection and try again.',
    offline: () => 'This device is offline. Connect it, then try again.',
    busy: ({ seconds }) =>
      seconds === null
        ? 'The service is receiving too many requests. Wait a moment and try again.'
        : `The service is receiving too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    state: () =>
      'The service does not take it in the present state: the relation with this patient may be inactive. Reactivate it, then try again.',
    left: () => 'The page left this patient meanwhile. Check whom it shows, then try again.',
    disagrees: () =>
      'The page and the service’s record contradict each other about this patient. Correct one of them first.',
    unconfirmed: () =>
      'The page shows only a number of this patient, and no name or date of birth to compare with the record.',
    refused: () => 'The service did not accept it. Mend what it says, then try again.',
    service: () => 'The service is not working at the moment. Try again in a few minutes.',
  },
  serviceSays: (sentence) => `The service says: “${sentence}”`,
};
