import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { panelPatientMessages } from '@instrument-panel/shared/words/compiled/panel-patient/all';
import type { PanelMessages } from '@instrument-panel/shared/words/panel';
import type { Part } from './problem.ts';
import type { PanelSnapshot } from './read.ts';

const NO_RISK = { hasHighRisk: null, riskFlagCount: null, answers: null };

/** Gives the same stripped part for the same part, so that a look that finds nothing new draws nothing anew. */
function kept<T extends object>(strip: (data: T) => T): (part: Part<T>) => Part<T> {
  const made = new WeakMap<Part<T>, Part<T>>();
  return (part) => {
    const lost = part.lost.map((row) => ({ ...row, ...NO_RISK }));
    const known = made.get(part) ?? { ...part, lost, data: strip(part.data) };
    made.set(part, known);
    return known;
  };
}

type Data<Name extends 'graph' | 'instrument' | 'submissions'> = NonNullable<PanelSnapshot[Name]>['data'];

/** Scores and the arithmetic between them stay; the ranges that say what a score means go. */
const bareGraph = kept<Data<'graph'>>((graph) => ({
  ...graph,
  series: graph.series.map((series) => ({
    ...series,
    scoreRanges: null,
    points: series.points.map((point) => ({ ...point, classification: null, indicators: null })),
  })),
}));
/** Without a direction no change is judged. */
const bareInstrument = kept<Data<'instrument'>>((one) => ({ ...one, config: null, subScales: null }));
const withoutRisk = kept<Data<'submissions'>>((submissions) =>
  submissions.map((one) => ({ ...one, ...NO_RISK })),
);

/** A reading as a patient sees it, whatever the token lets through (`hiddenFields` of the contract). */
function filterSnapshot(reading: PanelSnapshot, hasInterpretation: boolean): PanelSnapshot {
  const { graph, instrument, submissions } = reading;
  return {
    ...reading,
    graph: hasInterpretation ? graph : bareGraph(graph),
    instrument: hasInterpretation ? instrument : instrument && bareInstrument(instrument),
    submissions: submissions && withoutRisk(submissions),
    unfiltered: reading,
  };
}

/** Gives the words that differ for patients, in the language of `known`. */
function wordsForPatients(known: Partial<PanelMessages>): Partial<PanelMessages> {
  const { emptyHint, problems, requests } = selectMessages(panelPatientMessages, known.lang);
  const { direction } = known;
  return {
    emptyHint,
    noRange: '',
    // The rest of these words comes later, or with the language.
    direction: { ...direction, unknown: '' } as PanelMessages['direction'],
    problems: { ...known.problems, ...problems } as PanelMessages['problems'],
    requests: { ...known.requests, ...requests } as PanelMessages['requests'],
  };
}

/** Makes the filter for patients; ranges and directions stay only if `interpretation` is `shown`. */
export const createPatientFilter = (interpretation: string | null) => ({
  filter: (reading: PanelSnapshot): PanelSnapshot => filterSnapshot(reading, interpretation === 'shown'),
  words: wordsForPatients,
});

export type PatientFilter = ReturnType<typeof createPatientFilter>;
