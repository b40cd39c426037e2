import type { PopupWords } from './words.ts';

export const en: PopupWords = {
  site: 'This site',
  profile: (version, source) => `Profile version ${version}, ${source}`,
  on: 'enabled',
  off: 'not enabled',
  page: (type) => `This page: ${type}`,
  patient: 'Whose chart this is',
  readingPatient: 'Reading the service’s record',
  recognised: 'By the service’s record.',
  linkInSide: 'Link or register the patient in the side panel.',
  why: 'Why nothing is shown',
  news: 'New since you last looked',
  newsSummary: (answers, risks) =>
    [
      answers === 1 ? '1 new answer' : `${answers} new answers`,
      risks === 0 ? '' : risks === 1 ? '1 with high risk' : `${risks} with high risk`,
    ]
      .filter(Boolean)
      .join(', '),
  noNews: 'No new answers.',
  newsRisk: 'High risk',
  newsItem: (instrument, moment) => (moment === null ? instrument : `${instrument}, ${moment}`),
  unknownInstrument: 'an instrument',
  seen: 'Mark as seen',
  disable: 'Disable on this site',
  disableQuestion: (site) =>
    `Nothing is shown on ${site} any more, and the browser takes the permission back. Links and scores stay at the service.`,
  disabled: 'It is disabled on this site.',
  addProfile: 'Add a profile in the options',
  draft: 'Draft a profile by pointing',
  draftHint: 'You point at what names the patient on this page, and a profile is drafted from it.',
  pointAt: 'What you will point at',
  what: {
    key: 'the record number',
    name: 'the name',
    birthday: 'the date of birth',
    email: 'the e-mail',
    phone: 'the phone',
    place: 'the place for the panel',
  },
  begin: 'Point at it on the page',
  pointing: 'You are pointing: click it on the page.',
  stopPointing: 'Stop pointing',
  hasDraft: 'A drafted profile waits in the options.',
  openDraft: 'Complete the draft',
};
