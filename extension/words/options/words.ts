export const OPTIONS_SECTIONS = ['sites', 'signIns', 'tester', 'diagnostics', 'preferences'] as const;
export type OptionsSection = (typeof OPTIONS_SECTIONS)[number];

/** The words of the options page. */
export interface OptionsWords {
  readonly title: string;
  readonly sections: Readonly<Record<OptionsSection, string>>;
  readonly sectionsLabel: string;

  readonly sites: {
    readonly intro: string;
    readonly none: string;
    readonly version: (version: number) => string;
    readonly from: (address: string) => string;
    readonly unused: Readonly<Record<'faults' | 'older' | 'switched-off' | 'overridden', string>>;
    readonly used: string;
    readonly enabled: string;
    readonly notEnabled: string;
    readonly notGranted: string;
    readonly pages: string;
    readonly proxy: string;
    readonly faults: (count: number) => string;
    readonly field: string;
    readonly why: string;
    readonly whole: string;
    readonly exportIt: (name: string) => string;
    readonly remove: (name: string) => string;
    readonly removeQuestion: (name: string) => string;
    readonly test: (name: string) => string;
    readonly add: string;
    readonly paste: string;
    readonly pasteHint: string;
    readonly addIt: string;
    readonly notJson: string;
    readonly empty: string;
    readonly added: (id: string) => string;
    readonly notAdded: string;
    readonly fromProxy: string;
    readonly address: string;
    readonly addressHint: string;
    readonly read: string;
    readonly readDone: (name: string, count: number) => string;
    readonly wrongAddress: string;
    readonly draft: string;
    readonly draftHint: string;
    readonly discard: string;
    readonly takeDraft: string;
  };
  readonly signIns: {
    readonly intro: string;
    readonly none: string;
    readonly who: (name: string) => string;
    readonly until: (moment: string) => string;
    readonly signOut: string;
    readonly signedOut: (name: string) => string;
    readonly failure: (why: string) => string;
    readonly forget: string;
    readonly forgetQuestion: (name: string) => string;
  };
  readonly tester: {
    readonly intro: string;
    readonly tab: string;
    readonly noTab: string;
    readonly tabName: (id: number) => string;
    readonly profile: string;
    readonly pasted: string;
    readonly run: string;
    readonly live: string;
    readonly seenAt: (moment: string) => string;
    readonly notMatched: string;
    readonly matched: string;
    readonly noFrames: string;
    readonly frame: (id: number, origin: string) => string;
    readonly top: string;
    readonly closed: string;
    readonly page: (index: number, type: string) => string;
    readonly noPage: string;
    readonly columns: readonly [what: string, from: string, outcome: string];
    readonly found: (value: string) => string;
    /** The text that something was looked for in. */
    readonly readIn: (text: string) => string;
    readonly gaps: Readonly<Record<'missing' | 'unreadable' | 'selector' | 'disagree', string>>;
    readonly notNeeded: string;
    readonly place: string;
    readonly noPlaces: string;
    readonly confirming: string;
    readonly rowsTitle: string;
    readonly rows: (count: number, complete: number) => string;
    /** What a selector finds, and how often. */
    readonly selects: Readonly<
      Record<'found' | 'hidden' | 'missing' | 'selector', (count: number) => string>
    >;
    /** What a page of the profile is to a frame. */
    readonly verdicts: Readonly<
      Record<'this' | 'address' | 'element' | 'later', (page: number, type: string) => string>
    >;
    readonly sources: Readonly<Record<'url' | 'attribute' | 'text' | 'after' | 'beside', string>>;
  };
  readonly diagnostics: {
    readonly intro: string;
    readonly version: string;
    readonly browser: string;
    readonly language: string;
    readonly running: string;
    readonly minutes: (minutes: string) => string;
    readonly profiles: string;
    readonly proxies: string;
    readonly registered: string;
    readonly open: string;
    readonly openValue: (tabs: number, frames: number) => string;
    readonly refused: string;
    readonly failures: string;
    readonly nothing: string;
    readonly copy: string;
    readonly copied: string;
    readonly notCopied: string;
  };
  readonly preferences: {
    readonly language: string;
    readonly languages: Readonly<Record<'auto' | 'en' | 'pt-BR', string>>;
    readonly appearance: string;
    readonly appearances: Readonly<Record<'auto' | 'light' | 'dark', string>>;
    readonly saved: string;
  };
}
