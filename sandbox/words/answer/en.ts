import type { AnswerWords } from './words.ts';

export const en: AnswerWords = {
  lang: 'en',
  languageName: 'English',
  switchLanguage: 'Language',

  genericTitle: 'Questionnaire',
  requestedBy: (professional) => `Requested by ${professional}`,
  questionCount: (count) =>
    count === 1 ? '1 question. It needs an answer.' : `${count} questions. Each needs an answer.`,
  progress: (position, total) => `Question ${position} of ${total}`,
  answeredSoFar: (total) => ({ before: 'Answered ', after: ` of ${total}` }),
  send: 'Send my answers',
  sendNote: 'Your answers go to the professional who asked for them. Once sent, they cannot be changed here.',

  helpTitle: 'If you need help now',
  help: 'Your answers are not read at once. In danger or in crisis, call your local emergency number or a crisis line, or go to the nearest emergency department.',
  demonstrationLabel: 'Demonstration',
  demonstration:
    'This is a demonstration. The questions are short paraphrases, not the published wording, and must not be used for care.',

  errorTitle: (count) =>
    count === 1
      ? 'Your answers were not sent: 1 question needs your attention'
      : `Your answers were not sent: ${count} questions need your attention`,
  errorPrefix: 'Error:',
  errorLink: (position, problem) => `Question ${position}: ${problem}`,
  missing: 'Choose one answer.',
  notAnOption: 'The answer received is not one of the options. Choose one of them.',
  duplicate: 'More than one answer was received. Choose only one.',
  unknownQuestion: 'This question is not part of the questionnaire.',
  unknownQuestions:
    'Something was sent that is not part of this questionnaire. Check your answers and send again.',
  incomplete: (count) =>
    count === 1 ? 'One answer is missing or invalid.' : `${count} answers are missing or invalid.`,

  thanksTitle: 'Thank you',
  thanks: 'Your answers were received.',
  thanksNote: 'You may close this page. The professional who asked for your answers will see them.',
  answeredTitle: 'Already answered',
  answered: (date) => `This questionnaire was answered on ${date}. There is nothing else to do now.`,
  nothingDueTitle: 'Nothing to answer now',
  nothingDue: 'There is no questionnaire waiting for you at the moment.',
  nextOn: (date) => `The next one is due on ${date}. The same link will open it.`,
  noNext: 'No further date is set.',
  closedTitle: 'This request is closed',
  closed: 'It can no longer be answered. If you have questions, speak to your professional.',
  unknownTitle: 'This link is not valid',
  unknown: 'Check that the whole address was copied, or ask your professional for a new link.',
  refusedTitle: 'Your answers were not saved',
  refused: 'This request cannot be answered as it stands now. Open the link again to see why.',
  tooLargeTitle: 'Your answers were not saved',
  tooLarge: 'More was sent than this page accepts. Open the link again and answer there.',
  mediaTypeTitle: 'Your answers were not saved',
  mediaType: 'They came in a form that this page does not read. Open the link again and answer there.',
  methodTitle: 'This page cannot do that',
  method: 'Open the link in your browser to answer.',
};
