import { enChanges } from './en-changes.ts';
import type { ChartWords } from './words.ts';

export const en: ChartWords = {
  title: 'Scores',
  born: (name, date) => `${name}, born ${date}`,
  open: 'Show scores',
  close: 'Hide scores',
  side: 'Side panel',
  sideFailed:
    'The side panel could not be opened from here. Click the extension’s icon in the browser’s toolbar.',
  apply: 'Apply instrument',
  leaveForm: 'Close the form',
  cannotApply:
    'Nothing can be applied from here: the page shows only a number of this patient, and no name or date of birth to compare with the record.',
  suggested: 'Suggested',
  suggest: (instrument) => `Apply ${instrument}`,
  usedBefore: 'Answered before by this patient, and not in use now.',
  appliedLately: 'Applied lately from this browser.',

  loading: 'Loading scores',
  again: 'Try again',
  readAgain: 'Read again',
  emptyTitle: 'No instrument has been applied yet',
  emptyHint: 'The first course begins with the patient’s first answer.',
  noAnswers: 'No answers yet',
  noScore: 'Answered, without a total score',
  unread: (reason) => `The course could not be read: ${reason}`,
  riskTitle: 'Risk',
  of: (instrument, sentence) => `${instrument}: ${sentence}`,

  late: (count) => (count === 1 ? '1 request late' : `${count} requests late`),
  waiting: (count) => (count === 1 ? '1 request due' : `${count} requests due`),
  next: (date) => `next request ${date}`,

  latestAnswers: 'Answers of the latest',
  requests: (count) => (count === 1 ? '1 request' : `${count} requests`),
  noRequests: 'No request was made yet.',
  asked: (moment) => `Asked ${moment}`,
  applications: 'Applications',
  noApplications: 'None is known of this instrument.',
  status: {
    CREATED: 'Created',
    IN_PROGRESS: 'In progress',
    PAUSED: 'Paused',
    FINISHED: 'Finished',
    CANCELED_IDLE: 'Closed for inactivity',
    CANCELED_WHATSAPP_LIMIT: 'Closed: limit of WhatsApp messages',
    CANCELED_STALE: 'Closed: expired',
    CANCELED_DELETED_PATIENT: 'Closed: patient unlinked',
  },
  since: (date) => `since ${date}`,
  recurrence: 'Recurrence',

  ...enChanges,

  troubles: {
    'signed-out': {
      title: 'You are not signed in',
      advice: 'Sign in to see this patient’s scores. What you filled in stays.',
      action: 'Sign in',
    },
    'not-linked': {
      title: 'This patient is not linked yet',
      advice: 'Link or register them once; from then on their scores stand here.',
      action: 'Link patient',
    },
    disagrees: {
      title: 'The page and the record do not agree',
      advice:
        'Name, date of birth or contact on this page differ from the service’s record, so nothing is shown. Correct one of them, or check the link.',
      action: 'Check the link',
    },
    unconfirmed: {
      title: 'The patient cannot be confirmed',
      advice: 'The page shows only a number, and nothing to compare with the record.',
    },
    changed: {
      title: 'The page changed meanwhile',
      advice: 'Nothing was done. Check whom the page shows, then try again.',
    },
    forbidden: {
      title: 'You are not permitted to see this patient’s scores',
      advice: 'Ask whoever manages access.',
    },
    'not-found': {
      title: 'The service does not find this patient',
      advice: 'The relation may have ended. Check the link, or reactivate the patient.',
      action: 'Check the link',
    },
    mismatch: {
      title: 'The reply was about somebody else',
      advice: 'Nothing of it is shown. Try again; if it persists, tell support.',
    },
    unreadable: {
      title: 'The reply could not be read',
      advice: 'Try again; if it persists, tell support.',
    },
    offline: { title: 'This device is offline', advice: 'It is read again once the connection is back.' },
    network: {
      title: 'The service could not be reached',
      advice: 'Check the connection and try again.',
    },
    busy: {
      title: 'The service is receiving too many requests',
      advice: 'Wait a moment and try again.',
    },
    service: {
      title: 'The service is not working at the moment',
      advice: 'Try again in a few minutes.',
    },
  },
  trace: (id) => `For support: ${id}`,
  covered:
    'This click was not used: something on the page covers the button or makes it see-through. Close it, or use the side panel.',
  moved:
    'This click was not used: the page moved the panel just before it. Check what the button says, then click again.',
  interrupted:
    'The page left this patient while something was being done. Check in the panel what came of it.',
  orphaned:
    'The extension was updated or switched off. If the scores do not come back by themselves, reload the page.',
  orphanedUnderWay:
    'Something was being sent for a patient at that moment, and it is not known what became of it. Look at that patient’s applications before anything is repeated.',
  orphanedSeen: 'I will look at it',
};
