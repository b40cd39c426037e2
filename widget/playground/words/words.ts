/** The words of the widget's playground, beside those of the elements themselves. */
export interface PlaygroundWords {
  readonly lang: string;
  readonly title: string;
  readonly about: string;
  readonly element: string;
  readonly state: string;
  readonly source: string;
  readonly sources: { readonly sample: string; readonly sandbox: string };
  readonly sourceHints: { readonly sample: string; readonly sandbox: string };
  readonly patient: string;
  readonly instrument: string;
  readonly sandboxFails: string;
  readonly states: Readonly<Record<PlaygroundState, string>>;
  readonly surroundings: string;
  readonly scheme: string;
  readonly schemes: { readonly system: string; readonly light: string; readonly dark: string };
  readonly direction: string;
  readonly directions: { readonly ltr: string; readonly rtl: string };
  readonly language: string;
  readonly width: string;
  readonly stage: string;
  readonly status: string;
  readonly attributes: string;
  readonly notSet: string;
  readonly slots: string;
  readonly slotHint: string;
  readonly theme: string;
  readonly themes: string;
  readonly noTheme: string;
  readonly pick: (token: string) => string;
  readonly wrongValue: string;
  readonly code: string;
  readonly copy: (what: string) => string;
  readonly copied: string;
  readonly copyByHand: string;
  readonly events: string;
  readonly noEvents: string;
  readonly clear: string;
  readonly failed: string;
}

/** What a sample of the playground shows. */
export type PlaygroundState =
  | 'ready'
  | 'flagged'
  | 'riskUnavailable'
  | 'subscales'
  | 'higherBetter'
  | 'onePoint'
  | 'manyPoints'
  | 'missed'
  | 'unknownDirection'
  | 'badColours'
  | 'unreadableItems'
  | 'empty'
  | 'loading'
  | 'stale'
  | 'signedOut'
  | 'forbidden'
  | 'notFound'
  | 'busy'
  | 'service'
  | 'network'
  | 'unreadable'
  | 'mismatch'
  | 'choosing'
  | 'inUse'
  | 'lostAndFound'
  | 'unknownOutcome'
  | 'refused'
  | 'slow';
