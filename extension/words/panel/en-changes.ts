import type { ChartWords } from './words.ts';

type Words = Pick<
  ChartWords,
  | 'changes'
  | 'keep'
  | 'closeOutcome'
  | 'sending'
  | 'checking'
  | 'refused'
  | 'refusedFor'
  | 'notDone'
  | 'unknown'
  | 'checkAgain'
>;

export const enChanges: Words = {
  changes: {
    recur: {
      ask: 'Change recurrence',
      question: (instrument, patient) => `How often is ${patient} to answer ${instrument}?`,
      means: 'Requests that wait for an answer are cancelled before the change.',
      confirm: (instrument, patient) => `Change ${instrument} for ${patient}`,
      done: (instrument, patient) => `The recurrence of ${instrument} for ${patient} was changed.`,
    },
    finish: {
      ask: 'Finish',
      question: (instrument, patient, about) =>
        `Finish this application of ${instrument} to ${patient}${about && `, since ${about}`}?`,
      means: 'No further requests go out. Answers stay.',
      confirm: (instrument, patient) => `Finish ${instrument} for ${patient}`,
      done: (instrument, patient) => `${instrument} was finished for ${patient}.`,
    },
    cancel: {
      ask: 'Cancel all applications',
      question: (instrument, patient) => `Cancel every active application of ${instrument} to ${patient}?`,
      means: 'All of them are finished, and requests that wait for an answer are cancelled. Answers stay.',
      confirm: (instrument, patient) => `Cancel ${instrument} for ${patient}`,
      done: (instrument, patient) => `${instrument} was cancelled for ${patient}.`,
    },
    'cancel-request': {
      ask: 'Cancel request',
      question: (instrument, patient, about) =>
        `Cancel this request to ${patient} to answer ${instrument}${about && `, asked ${about}`}?`,
      means: 'It can no longer be answered. What was answered of it stays.',
      confirm: (instrument, patient, about) =>
        `Cancel the request of ${instrument} to ${patient}${about && `, ${about}`}`,
      done: (instrument, patient) => `The request of ${instrument} to ${patient} was cancelled.`,
    },
    'delete-request': {
      ask: 'Delete',
      question: (instrument, patient, about) =>
        `Delete for good this submission of ${instrument} by ${patient}${about && `, answered ${about}`}?`,
      means: 'It is taken out of the patient’s history with its answers, and cannot be brought back.',
      confirm: (instrument, patient, about) =>
        `Delete for good: ${instrument} of ${patient}${about && `, ${about}`}`,
      done: (instrument, patient) => `The submission of ${instrument} by ${patient} was deleted.`,
    },
  },
  keep: 'Leave as it is',
  closeOutcome: 'Close',
  sending: 'Being done',
  checking: 'The answer was lost: looking up what came of it',
  refused: (instrument) => `${instrument} was not changed.`,
  refusedFor: {
    forbidden: 'You are not permitted to do this. Ask whoever manages access.',
    'not-found': 'The service does not find it. It may have been changed or deleted meanwhile: read again.',
  },
  notDone: 'It was not done: the request was lost on its way. You can try again.',
  unknown: 'It cannot be told whether it was done. Do not repeat it yet: check again.',
  checkAgain: 'Check again',
};
