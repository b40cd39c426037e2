import {
  type Application,
  PENDING_SUBMISSION_STATUSES,
  type Submission,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { joinTitles } from '@instrument-panel/shared/panel/headline';
import { couldBelongTo } from '@instrument-panel/shared/score/latest';
import { type Overview, type OverviewRow, toOverview } from '@instrument-panel/shared/score/overview';
import { asksNoRisk, factsOf } from '@instrument-panel/shared/score/published';
import { scoreView } from '@instrument-panel/shared/score/score-view';
import { findNames } from '@instrument-panel/shared/score/short-view';
import type { ScoreView } from '@instrument-panel/shared/score/view';
import type { ApplyState } from '@instrument-panel/shared/ui/apply/state';
import type { ChartSnapshot, CourseSnapshot } from '../background/service/chart.ts';

/** The course of one instrument, ready to be shown; submissions and applications newest first. */
export type PanelCourse = ReturnType<typeof toPanelCourse>;

/** The right patient or nothing: true where every part of a reading is about its patient. */
export function isOfOnePatient({ patient, applications, courses }: ChartSnapshot): boolean {
  const isTheirs = ({ patientId }: { readonly patientId: string }): boolean =>
    isSameId(patientId, patient.serviceId);
  return (
    applications.every(isTheirs) &&
    courses.every(
      ({ formId, graph, submissions }) =>
        submissions.every((one) => isTheirs(one) && isSameId(one.formTemplateId, formId)) &&
        (graph === null || (isTheirs(graph) && isSameId(graph.formTemplateId, formId))),
    )
  );
}

/** When something was asked or applied, milliseconds; 0 where the service says nothing. */
const madeAt = (one: Partial<Pick<Submission, 'startedAt' | 'createdAt'>>): number =>
  Date.parse(one.startedAt ?? one.createdAt ?? '') || 0;

const newestFirst = (a: Submission | Application, b: Submission | Application): number =>
  madeAt(b) - madeAt(a) || b.id - a.id;

const latestAt = ({ view, submissions }: Pick<PanelCourse, 'view' | 'submissions'>): number =>
  view?.points.at(-1)?.at ?? madeAt(submissions[0] ?? {});

function toPanelCourse(reading: CourseSnapshot, all: readonly Application[], now: number | null) {
  const { graph, instrument, failure, lost = [] } = reading;
  const formId = reading.formId.toLowerCase();
  const submissions = reading.submissions.toSorted(newestFirst);
  const applications = all
    .filter(({ formTemplateId }) => isSameId(formTemplateId, formId))
    .toSorted(newestFirst);
  const made = new Map<string | null, ScoreView>();
  const viewOf = (seriesId: string | null): ScoreView | null => {
    if (!graph) return null;
    const view = made.get(seriesId) ?? scoreView({ graph, instrument, submissions, lost, seriesId, now });
    made.set(seriesId, view);
    return view;
  };
  const view = viewOf(null);
  const named = instrument ?? findNames([...submissions, ...applications]);
  const { shortTitle } = named ?? {};
  const title = named?.title ?? '';
  return {
    /** UUID in lower case. */
    formId,
    /** Short title, or the title where there is none; empty where neither is known. */
    name: shortTitle?.trim() || title,
    title: joinTitles(title, shortTitle),
    view,
    series: graph?.series ?? [],
    viewOf,
    isAnswered: submissions.some(({ status }) => status === 'ANSWERED'),
    /** Facts about the instrument as far as they apply to a series. Empty if unknown. */
    factsOf: (shown: ScoreView) => factsOf(shown, instrument),
    /** True of an instrument that is known not to ask about suicide or self-harm. */
    asksNoRisk: (shown: OverviewRow['view']) => asksNoRisk(shown, instrument),
    questions: instrument?.questions ?? [],
    /** Why the graph could not be read; null where it could. */
    failure: graph ? null : (failure ?? ''),
    submissions,
    applications,
  };
}

/** The courses of a reading, those with the newest answer first. What was applied and not read is a course too. */
export function toPanelCourses(
  { patient, courses, applications, lost = [] }: ChartSnapshot,
  now: number | null,
) {
  const read = new Set(courses.map(({ formId }) => formId.toLowerCase()));
  const applied = new Set(applications.map(({ formTemplateId }) => formTemplateId.toLowerCase()));
  const nothing = { graph: null, failure: null, instrument: null, submissions: [] };
  const unread = [...applied]
    .filter((formId) => !read.has(formId))
    .map((formId): CourseSnapshot => ({ formId, ...nothing }));
  return [...courses, ...unread]
    .map((one) => {
      const own = lost.filter(couldBelongTo(patient.serviceId, one.formId));
      return toPanelCourse({ ...one, lost: [...(one.lost ?? []), ...own] }, applications, now);
    })
    .toSorted((a, b) => latestAt(b) - latestAt(a));
}

/**
 * Lets the graph of an instrument speak where there is one, so that a row says what its course shows. A subscale is not
 * the whole: of such an instrument the row has no score.
 */
function withGraph(row: OverviewRow, { view }: PanelCourse): OverviewRow {
  if (!view) return row;
  const { points, bands, seriesName } = view;
  const instants = [...points.map(({ at }) => at), ...view.unread.at];
  // Answers that the applications name, and no list has.
  const newer = row.view.unread.at.filter((at) => instants.every((one) => at > one));
  const isLatestKnown = view.isLatestKnown && newer.length === 0;
  const known = {
    unread: { ...view.unread, at: [...view.unread.at, ...newer] },
    isLatestKnown,
    risk: newer.length > 0 ? row.view.risk : view.risk,
    missed: view.missedCount,
    unreadable: view.unreadable,
  };
  const all = [...instants, ...newer, row.answeredAt ?? []].flat();
  const answeredAt = all.length > 0 ? all.reduce((a, b) => Math.max(a, b)) : null;
  if (seriesName !== null) {
    // Those of the list are of its own latest answer.
    const subscales = isLatestKnown && row.answeredAt === answeredAt ? row.subscales : [];
    const whole = { ...row.view, ...known, points: [], unscored: points.length };
    return { ...row, view: whole, band: null, subscales, answeredAt };
  }
  const colored = points.map((point) => ({
    ...point,
    color: point.classificationColor ?? bands[point.band]?.color ?? null,
  }));
  const band = bands[points.at(-1)?.band ?? -1] ?? null;
  // What the graph could not show is not read, and not an answer without a score besides.
  const whole = { ...row.view, ...view, ...known, points: colored, unscored: 0 };
  return { ...row, view: whole, band, answeredAt };
}

/** What is known of all instruments, by the rules of `<instrument-overview>`; courses are those of the same reading. */
export function toChartOverview(
  { patient, courses, applications, lost = [] }: ChartSnapshot,
  shown: readonly PanelCourse[],
  now: number | null,
): Overview {
  const overview = toOverview({
    patientId: patient.serviceId,
    submissions: courses.flatMap(({ submissions }) => submissions),
    lost,
    applications,
    scales: new Map(courses.map(({ formId, instrument }) => [formId.toLowerCase(), instrument])),
    now,
  });
  const rows = overview.rows.map((row) => {
    const course = shown.find(({ formId }) => formId === row.formId);
    return course ? withGraph(row, course) : row;
  });
  return { ...overview, rows };
}

/** True for a request that can still be answered. */
export const isPending = ({ status }: Pick<Submission, 'status'>): boolean =>
  PENDING_SUBMISSION_STATUSES.some((one) => one === status);

const SUGGESTIONS_LIMIT = 4;

/**
 * Gives instruments to apply with one click less: those that the patient answered before, the newest first, then those
 * applied lately from this browser. Instruments in use are left out, since applying one again takes a confirmation.
 */
export function findSuggestions(
  { library, inUse }: Pick<ApplyState, 'library' | 'inUse'>,
  courses: readonly Pick<PanelCourse, 'formId' | 'isAnswered'>[],
  recent: readonly string[],
) {
  const answered = courses.filter(({ isAnswered }) => isAnswered).map(({ formId }) => formId);
  return [...new Set([...answered, ...recent])]
    .filter((id) => !inUse.has(id))
    .flatMap((id) => {
      const found = library.find((one) => one.id === id);
      const from = answered.includes(id) ? ('patient' as const) : ('browser' as const);
      return found ? [{ id, name: found.name, from }] : [];
    })
    .slice(0, SUGGESTIONS_LIMIT);
}
