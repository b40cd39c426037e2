/** What the button in the browser's toolbar says, since its badge has room for a sign or two. */
export interface BadgeWords {
  readonly idle: string;
  /** New answers since somebody last looked, and how many of them have a high risk. */
  readonly news: (answers: number, risks: number) => string;
  /** The page shows a chart, and it is not clear whose. */
  readonly unclear: string;
  /** There was a sign-in, and it is over. */
  readonly signInEnded: string;
}
