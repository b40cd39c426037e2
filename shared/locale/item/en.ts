import type { ItemWords } from './words.ts';

export const en: ItemWords = {
  title: (instrument) => `Answers: ${instrument}`,
  close: 'Close',
  loading: 'Loading the answers',
  notFound: 'This submission was not found. It may have been deleted.',
  errorTitle: 'The answers cannot be shown',

  status: {
    CREATED: 'Not answered yet: not sent yet.',
    IN_PROGRESS: 'Not answered yet: waiting for the patient.',
    OPENED: 'Not answered yet: the patient has opened it.',
    STARTED: 'Not answered yet: the patient has begun.',
    LATE: 'Not answered yet: late.',
    CANCELED: 'Not answered: cancelled.',
    CANCELED_LATE: 'Not answered: replaced by the next request.',
    CANCELED_IDLE: 'Not answered: closed for inactivity.',
    ANSWERED: 'Answered',
  },
  noScore: 'The service sent no score with this submission.',
  subscales: 'Subscales',
  interpretation: 'Text sent by the service',
  interpretationNote:
    'It may have been written by AI. It supports interpretation and does not replace clinical judgment.',

  flagged: (count) => (count === 1 ? '1 answer with a risk flag' : `${count} answers with a risk flag`),
  flagMeans:
    'The service sets a risk flag by what was answered. It asks for the professional’s attention and is not a diagnosis; an answer without a flag does not rule risk out.',
  flagType: { SUICIDE_SELF_HARM: 'Suicide or self-harm', HOMICIDAL_IDEATION: 'Homicidal ideation' },
  severityUnknown: 'severity not given',
  flagsElsewhere: (counted, shown) =>
    `The service counts ${counted === 1 ? '1 risk flag' : `${counted} risk flags`} in this submission, and its answers here carry ${shown}. Read every answer.`,

  answers: 'Answers',
  noAnswers: 'The service sent no answers with this submission.',
  question: (id) => `Question ${id}`,
  noAnswer: 'No answer',
  notAsked: 'No answer: asked only under a condition',
  unanswered: (count) => (count === 1 ? '1 question has no answer.' : `${count} questions have no answer.`),
  questionsUnknown:
    'The instrument’s questions could not be read, so it is not known whether any has no answer.',
  weight: (weight) => `counts ${weight}`,
  ownWords: (text) => `in their own words: ${text}`,

  copy: 'Copy as text',
  copied: 'Copied, with date and source.',
  notCopied: 'The browser does not let this page copy. Select the text and copy it by hand.',
  fhir: 'Save as FHIR (JSON)',
  saved: 'Saved.',
  savedInPart: 'Saved without ranges and code: the instrument could not be read.',
  failed: 'That did not work. Close this and try again.',
  tools: 'What can be done with these answers',
};
