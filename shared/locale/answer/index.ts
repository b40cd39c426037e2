/** Languages of the patient's page and of the library. */
export const ANSWER_LANGUAGES = ['en', 'pt-BR'] as const;
export type AnswerLanguage = (typeof ANSWER_LANGUAGES)[number];
