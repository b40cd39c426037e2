/** The words of what is copied, saved and printed: they leave the page, so each says where it comes from. */
export interface ExportWords {
  /** The scale, its direction and the ranges, in one line of a note. */
  readonly ranges: (list: string) => string;
  readonly range: (title: string, from: string, to: string) => string;
  readonly answeredAt: (moment: string, timeZone: string) => string;
  readonly risk: Readonly<Record<'flagged' | 'none' | 'unknown', string>>;
  /** Where the score was read, and when: the provenance of a copied text. */
  readonly source: (submissionId: string, readAt: string) => string;
  /** Follows the provenance where the graph was not current. */
  readonly notCurrent: string;
  /** Where the reader's clock has no time zone that has a name. */
  readonly localTime: string;
  readonly columns: {
    readonly answeredAt: string;
    readonly submission: string;
    readonly instrument: string;
    readonly series: string;
    readonly score: string;
    readonly lowest: string;
    readonly highest: string;
    readonly range: string;
    readonly previous: string;
    readonly baseline: string;
    readonly risk: string;
    readonly readAt: string;
  };
  /** The note of a FHIR observation. */
  readonly fhirRisk: (risk: 'flagged' | 'none' | 'unknown', flags: number) => string;
}
