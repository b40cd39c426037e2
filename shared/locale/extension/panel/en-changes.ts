import type { ChartWords } from './words.ts';

type Words = Pick<
  ChartWords,
  | 'changes'
  | 'keep'
  | 'closeOutcome'
  | 'sending'
  | 'checking'
  | 'refused'
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
      question: (instrument, patient) => `Finish this application of ${instrument} to ${patient}?`,
      means: 'No further requests go out. Answers stay.',
      confirm: (instrument, patient) => `Finish ${instrument} for ${patient}`,
      done: (instrument, patient) => `${instrument} was finished for ${patient}.`,
    },
    cancel: {
      ask: 'Cancel all',
      question: (instrument, patient) => `Cancel every active application of ${instrument} to ${patient}?`,
      means: 'All of them are finished, and requests that wait for an answer are cancelled. Answers stay.',
      confirm: (instrument, patient) => `Cancel ${instrument} for ${patient}`,
      done: (instrument, patient) => `${instrument} was cancelled for ${patient}.`,
    },
    'cancel-request': {
      ask: 'Cancel request',
      question: (instrument, patient) => `Cancel this request to ${patient} to answer ${instrument}?`,
      means: 'It can no longer be answered. What was answered of it stays.',
      confirm: (instrument, patient) => `Cancel the request of ${instrument} to ${patient}`,
      done: (instrument, patient) => `The request of ${instrument} to ${patient} was cancelled.`,
    },
    'delete-request': {
      ask: 'Delete',
      question: (instrument, patient) => `Delete this submission of ${instrument} by ${patient} for good?`,
      means: 'It is taken out of the patient’s history with its answers, and cannot be brought back.',
      confirm: (instrument, patient) => `Delete for good: ${instrument} of ${patient}`,
      done: (instrument, patient) => `The submission of ${instrument} by ${patient} was deleted.`,
    },
  },
  keep: 'Leave as it is',
  closeOutcome: 'Close',
  sending: 'Being done',
  checking: 'The answer was lost: looking up what came of it',
  refused: (instrument) => `${instrument} was not changed.`,
  notDone: 'It was not done: the request was lost on its way. You can try again.',
  unknown: 'It cannot be told whether it was done. Do not repeat it yet: check again.',
  checkAgain: 'Check again',
};
