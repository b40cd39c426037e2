/** The words of "Explore", beside those of the panel. */
export interface ExploreWords {
  readonly open: string;
  readonly title: (instrument: string) => string;
  readonly close: string;
  readonly series: string;
  readonly period: string;
  readonly from: string;
  readonly to: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly earlier: string;
  readonly later: string;
  readonly whole: string;
  readonly compare: string;
  /** Instead of the comparison, where there is nothing to compare with. */
  readonly oneCourse: string;
  readonly day: (day: string) => string;
  /** Names of the two lines of a comparison. */
  readonly currentCourse: (from: string) => string;
  readonly earlierCourse: (from: string) => string;
  /** Said where lines of several scales stand together. */
  readonly scalesApart: string;
  readonly legend: string;
  readonly flagged: string;
  readonly missed: string;
  readonly dashed: string;
  readonly shown: (from: string, to: string, answers: number) => string;
  readonly keys: string;
  readonly chooseSeries: string;
  readonly nothing: string;
}
