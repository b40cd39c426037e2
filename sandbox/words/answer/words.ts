/** Every sentence of the patient's page; a language that lacks one does not compile. */
export interface AnswerWords {
  /** BCP 47, for the `lang` attribute and for dates. */
  readonly lang: string;
  /** The language's own name, on the switch. */
  readonly languageName: string;
  readonly switchLanguage: string;

  readonly genericTitle: string;
  readonly requestedBy: (professional: string) => string;
  readonly questionCount: (count: number) => string;
  readonly progress: (position: number, total: number) => string;
  /** What stands around a running number: "Answered 3 of 9". */
  readonly answeredSoFar: (total: number) => { readonly before: string; readonly after: string };
  readonly send: string;
  readonly sendNote: string;

  readonly helpTitle: string;
  readonly help: string;
  /** One word, at the top of every page. */
  readonly demonstrationLabel: string;
  readonly demonstration: string;

  readonly errorTitle: (count: number) => string;
  readonly errorPrefix: string;
  readonly errorLink: (position: number, problem: string) => string;
  readonly missing: string;
  readonly notAnOption: string;
  readonly duplicate: string;
  readonly unknownQuestion: string;
  readonly unknownQuestions: string;
  readonly incomplete: (count: number) => string;

  readonly thanksTitle: string;
  readonly thanks: string;
  readonly thanksNote: string;
  readonly answeredTitle: string;
  readonly answered: (date: string) => string;
  readonly nothingDueTitle: string;
  readonly nothingDue: string;
  readonly nextOn: (date: string) => string;
  readonly noNext: string;
  readonly closedTitle: string;
  readonly closed: string;
  readonly unknownTitle: string;
  readonly unknown: string;
  readonly refusedTitle: string;
  readonly refused: string;
  readonly tooLargeTitle: string;
  readonly tooLarge: string;
  readonly mediaTypeTitle: string;
  readonly mediaType: string;
  readonly methodTitle: string;
  readonly method: string;
}
