import type { IdentifierName } from '../surface/index.ts';

/** The words of the popup that opens from the extension's icon. */
export interface PopupWords {
  readonly site: string;
  readonly profile: (version: number, source: string) => string;
  readonly on: string;
  readonly off: string;
  readonly page: (type: string) => string;
  readonly patient: string;
  readonly readingPatient: string;
  /** By what the page and the service's record agree. */
  readonly recognised: string;
  readonly linkInSide: string;
  readonly why: string;
  readonly news: string;
  readonly newsSummary: (answers: number, risks: number) => string;
  readonly noNews: string;
  readonly newsRisk: string;
  readonly newsItem: (instrument: string, moment: string | null) => string;
  readonly unknownInstrument: string;
  readonly seen: string;
  readonly disable: string;
  readonly disableQuestion: (site: string) => string;
  readonly disabled: string;
  readonly addProfile: string;
  readonly draft: string;
  readonly draftHint: string;
  readonly pointAt: string;
  readonly what: Readonly<Record<IdentifierName | 'place', string>>;
  readonly begin: string;
  readonly pointing: string;
  readonly stopPointing: string;
  readonly hasDraft: string;
  readonly openDraft: string;
}
