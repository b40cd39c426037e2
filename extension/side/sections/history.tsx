import {
  type Application,
  isActiveApplication,
  type Submission,
  sayListed,
} from '@instrument-panel/client/contract';
import { scoredOf } from '@instrument-panel/shared/export/scored';
import { sayScored } from '@instrument-panel/shared/export/submission-text';
import {
  answeredAt,
  asSubmissions,
  type LostAnswer,
  mayBeAnswered,
} from '@instrument-panel/shared/score/latest';
import { riskOf } from '@instrument-panel/shared/score/risk';
import { findNames } from '@instrument-panel/shared/score/short-view';
import type { PointRisk } from '@instrument-panel/shared/score/view';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { itemMessages } from '@instrument-panel/shared/words/compiled/item/all';
import { analysisRefusal, sayAnalysis } from '@instrument-panel/shared/words/say-details';
import { useEffect } from 'preact/hooks';
import { Badge, Button, Table } from '../../surface/controls.tsx';
import { instant, useSpeech } from '../../surface/page.tsx';
import { Read } from '../../surface/request-views.tsx';
import { sideMessages } from '../../words/compiled/side/all.js';
import type { OfPatientProps } from '../side-store.ts';

/** One instrument that a patient was given, with all that came of it. */
interface AppliedInstrument {
  /** UUID in lower case. */
  readonly formId: string;
  /** Short title, or the title; empty where neither is known. */
  readonly name: string;
  readonly title: string;
  /** Newest first. */
  readonly applications: readonly Application[];
  /** Those that could not be read as far as they could, then newest first. */
  readonly submissions: readonly Submission[];
}

const formOf = ({ formTemplateId = '' }: Partial<Submission>): string => formTemplateId.toLowerCase();

/** Place of a row whose id could not be read: before the newest. */
const END = Number.MAX_VALUE;

/** The instruments of a patient: those in use first, and among them the one applied or asked last. */
export function appliedInstruments(
  applications: readonly Application[],
  submissions: readonly Submission[],
): readonly AppliedInstrument[] {
  const formIds = new Set([...applications, ...submissions].map(formOf));
  const of = <T extends { readonly id: number; readonly formTemplateId: string }>(
    all: readonly T[],
    id: string,
  ) => all.filter((one) => formOf(one) === id).toSorted((a, b) => (b.id ?? END) - (a.id ?? END) || 0);
  return [...formIds]
    .map((formId) => {
      const [given, asked] = [of(applications, formId), of(submissions, formId)];
      const named = findNames([...given, ...asked]);
      const title = named?.title ?? '';
      return {
        formId,
        name: named?.shortTitle?.trim() || title,
        title,
        applications: given,
        submissions: asked,
      };
    })
    .toSorted(
      (a, b) =>
        Number(b.applications.some(isActiveApplication)) - Number(a.applications.some(isActiveApplication)) ||
        (b.submissions[0]?.id ?? 0) - (a.submissions[0]?.id ?? 0),
    );
}

/** Everything that was applied and asked over time, instrument by instrument, with the analyses of the course. */
export function HistorySection({ patient }: OfPatientProps) {
  const { words, own, moment } = useSpeech(sideMessages);
  return (
    <Read of={patient.reading('history.read', {})} at={({ at }) => at}>
      {({ applications, submissions, lostRows, lostApplications, unreadable, serviceAt, at }) => {
        const lost = asSubmissions(lostRows) as readonly Submission[];
        const instruments = appliedInstruments(applications, [...lost, ...submissions]);
        const fields = unreadable - lostRows.length - lostApplications;
        const unread = patient.speech.course.words.unreadable({ count: fields });
        return (
          <div class="stack">
            {instruments.length === 0 && unreadable === 0 && <p>{own.history.empty}</p>}
            {lostApplications > 0 && <p class="quiet">{words.unreadable({ count: lostApplications })}</p>}
            {fields > 0 && <p class="quiet">{unread}</p>}
            {instruments.map((one, index) => (
              <Instrument
                key={one.formId}
                patient={patient}
                instrument={one}
                lost={lost}
                now={serviceAt}
                isOpen={index === 0}
              />
            ))}
            <div class="between">
              <small>{patient.speech.course.words.readAt({ date: moment(serviceAt ?? at) })}</small>
              <Button class="link" act={() => patient.readAgain()} label={words.refresh} />
            </div>
          </div>
        );
      }}
    </Read>
  );
}

interface InstrumentProps extends Pick<OfPatientProps, 'patient'> {
  readonly instrument: AppliedInstrument;
  /** Those of all submissions that could not be read, as far as they could. */
  readonly lost: readonly Submission[];
  /** By the service's clock, milliseconds since the epoch; null where it is not known. */
  readonly now: number | null;
}

function Instrument({ isOpen, ...props }: InstrumentProps & { readonly isOpen: boolean }) {
  const { history: own } = useSpeech(sideMessages).own;
  const { patient, instrument, now } = props;
  const { formId, name, applications, submissions } = instrument;
  return (
    <details class="card" open={isOpen}>
      <summary>
        <h2 class="inline">{name || own.instrument}</h2>
      </summary>
      {applications.length > 0 && <h3>{own.applications}</h3>}
      <ul class="plain tight">
        {applications.map((one) => (
          <ApplicationLine key={one.id} application={one} patient={patient} now={now} />
        ))}
      </ul>
      {submissions.length > 0 && <Requests {...props} />}
      {formId && <Analysis patient={patient} formId={formId} />}
    </details>
  );
}

function ApplicationLine({
  application,
  patient,
  now,
}: Pick<InstrumentProps, 'patient' | 'now'> & { readonly application: Application }) {
  const { own, day } = useSpeech(sideMessages);
  const { recurrenceCycle, startedAt, nextAnswerAt, status } = application;
  const [since, next] = [instant(startedAt), instant(nextAnswerAt)];
  const isOpen = status === 'CREATED' || status === 'IN_PROGRESS' || status === 'PAUSED';
  return (
    <li class="between">
      <span>
        {own.history.application({
          cycle: sayListed(patient.speech.apply.cycles, recurrenceCycle),
          since: since === null || (now !== null && since > now) ? null : day(since),
          next: next === null || !isOpen ? null : day(next),
        })}
      </span>
      <Badge kind={isOpen ? 'on' : 'plain'} text={sayListed(own.applicationStatus, status)} />
    </li>
  );
}

/** When a request was sent. */
const sentAt = (one: Submission): number | null =>
  instant(one.notifiedAt) ?? instant(one.startedAt) ?? instant(one.createdAt);

/** What the row of a request says of risk: always its flag, else what is known if it may be an answer; null for nothing. */
export function riskSaid(submission: Submission): PointRisk | null {
  const risk = riskOf(submission);
  return risk === 'flagged' || mayBeAnswered(submission as LostAnswer) ? risk : null;
}

function Requests({ patient, instrument, lost, now }: InstrumentProps) {
  const { words, moment, own } = useSpeech(sideMessages, (all) => all.history);
  const item = selectMessages(itemMessages, words.lang);
  const { chart, course } = patient.speech;
  const { pointRisk, missedStatus, unreadAnswer } = course.words;
  const [, state, score, risk] = own.columns;
  const { formId, name, title, submissions } = instrument;
  const sayDate = (one: Submission): string => {
    const at = answeredAt(one.completedFillAt, now);
    const sent = sentAt(one);
    if (!Number.isNaN(at)) return moment(at);
    if (sent === null) return own.noDate;
    // A day alone beside an answer is that of the answer.
    return mayBeAnswered(one as LostAnswer) ? chart.asked({ moment: moment(sent) }) : moment(sent);
  };
  return (
    <Table isStacking caption={own.requests} columns={own.columns}>
      {submissions.map((one, index) => {
        const said = sayDate(one);
        const isLost = lost.includes(one);
        const [scored] = scoredOf(one, null);
        const flag = riskSaid(one);
        const open = (): void =>
          patient.items.open(patient.chart.state.known, {
            submissionId: one.id,
            formId,
            patientId: one.patientId,
            title: title || name,
          });
        return (
          <tr key={one.id ?? `lost ${index}`}>
            <th scope="row">
              {isLost ? (
                said
              ) : (
                <Button class="link" aria-label={own.open({ moment: said })} act={open} label={said} />
              )}
            </th>
            <td data-name={state}>
              {isLost ? unreadAnswer : sayListed({ ...item.status, ...missedStatus }, one.status)}
            </td>
            <td data-name={score}>
              {scored && !isLost && one.status === 'ANSWERED' && one.score != null
                ? sayScored({ speech: course, item }, scored)
                : ''}
            </td>
            <td data-name={risk} class={flag === 'flagged' ? 'fault' : undefined}>
              {flag && pointRisk[flag]}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

interface AnalysisProps extends Pick<OfPatientProps, 'patient'> {
  readonly formId: string;
}

/** Whether there is a longitudinal analysis: marked as made by AI, with its date, and whether it is current. */
function Analysis({ patient, formId }: AnalysisProps) {
  const reading = patient.reading('analysis.read', { formId });
  useEffect(() => reading.want(), [reading]);
  const state = reading.state.value;
  const known =
    state.status === 'ready'
      ? state.value
      : state.status === 'failed'
        ? analysisRefusal(state.problem)
        : null;
  const said = sayAnalysis(patient.speech.course, known);
  return said ? <p>{said}</p> : null;
}
