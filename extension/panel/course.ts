import {
  type Application,
  isActiveApplication,
  PENDING_SUBMISSION_STATUSES,
  type Submission,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { joinTitles } from '@instrument-panel/shared/panel/headline';
import { asSubmissions, type LostAnswer, mayBeAnswered } from '@instrument-panel/shared/score/latest';
import { factsOf } from '@instrument-panel/shared/score/published';
import { riskStateOf } from '@instrument-panel/shared/score/risk';
import { scoreView } from '@instrument-panel/shared/score/score-view';
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
  const named =
    instrument ??
    submissions.find((one) => one.formTemplate)?.formTemplate ??
    applications.find((one) => one.formTemplate)?.formTemplate;
  const { shortTitle } = named ?? {};
  const title = named?.title ?? '';
  return {
    /** UUID in lower case. */
    formId,
    /** Short title, or the title where there is none; empty where neither is known. */
    name: shortTitle?.trim() || title,
    title: joinTitles(title, shortTitle),
    view,
    series: graph?.series.map(({ seriesId, name }) => ({ seriesId, name: name ?? null })) ?? [],
    viewOf,
    // Where there is no graph, what the submissions say of risk is still said.
    risk: view?.risk ?? riskStateOf([...submissions, ...asSubmissions(lost)], [], now),
    isAnswered: submissions.some(({ status }) => status === 'ANSWERED'),
    /** True where nothing that was read, or could not be, may be an answer. */
    isUnanswered:
      ![...submissions, ...lost].some((one) => mayBeAnswered(one as LostAnswer)) &&
      (!view || (view.points.length === 0 && view.isLatestKnown)),
    /** Facts about the instrument as far as they apply to a series; `facts` are those of the whole. Empty if unknown. */
    factsOf: (shown: ScoreView) => factsOf(shown, instrument),
    facts: view ? factsOf(view, instrument) : {},
    questions: instrument?.questions ?? [],
    /** Why the graph could not be read; null where it could. */
    failure: graph ? null : (failure ?? ''),
    submissions,
    applications,
  };
}

/** The courses of a reading, those with the newest answer first. What was applied and not read is a course too. */
export function toPanelCourses({ courses, applications }: ChartSnapshot, now: number | null) {
  const read = new Set(courses.map(({ formId }) => formId.toLowerCase()));
  const applied = new Set(applications.map(({ formTemplateId }) => formTemplateId.toLowerCase()));
  const nothing = { graph: null, failure: null, instrument: null, submissions: [] };
  const unread = [...applied]
    .filter((formId) => !read.has(formId))
    .map((formId): CourseSnapshot => ({ formId, ...nothing }));
  return [...courses, ...unread]
    .map((one) => toPanelCourse(one, applications, now))
    .toSorted((a, b) => latestAt(b) - latestAt(a));
}

/** True for a request that can still be answered. */
export const isPending = ({ status }: Pick<Submission, 'status'>): boolean =>
  PENDING_SUBMISSION_STATUSES.some((one) => one === status);

/**
 * Counts requests that are late, or wait for an answer; a request that goes out later is not one yet. `next` is when
 * the next is due, milliseconds since the epoch; null where nothing is planned. Without a clock a request that was made
 * may go out later, and counts as neither.
 */
export function findDue({ submissions, applications }: PanelCourse, clock: number | null) {
  const now = clock ?? Number.NEGATIVE_INFINITY;
  const pending = submissions.filter(isPending);
  const late = pending.filter(({ status }) => status === 'LATE').length;
  const waiting = pending.filter(
    ({ status, startedAt }) =>
      status !== 'LATE' && !(status === 'CREATED' && Date.parse(startedAt ?? '') > now),
  );
  const planned = applications
    .filter(isActiveApplication)
    .map(({ nextAnswerAt }) => Date.parse(nextAnswerAt ?? ''))
    .filter((at) => at > now);
  return { late, waiting: waiting.length, next: planned.length > 0 ? Math.min(...planned) : null };
}

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
