/** What the button in the browser's toolbar says, since its badge has room for a sign or two. */
export interface BadgeWords {
  readonly idle: string;
  /** New answers since somebody last looked, how many of them have a high risk, and of how many that is not known. */
  readonly news: (answers: number, risks: number, unknown: number) => string;
  /** The page shows a chart, and it is not clear whose. */
  readonly unclear: string;
  /** There was a sign-in, and it is over. */
  readonly signInEnded: string;
}
