import type { Patient } from '@instrument-panel/client/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Identity } from '../../context/context.ts';
import type { Problem } from '../../intents/protocol.ts';
import type { ChartStore, KnownChart } from '../../panel/chart-store.ts';
import { Badge, Confirm, formatPatientName, Loading, Notice } from '../../surface/controls.tsx';
import { instant, useSpeech } from '../../surface/page.tsx';
import { useObservable } from '../../surface/panel-parts.tsx';
import { ProblemNotice } from '../../surface/request-views.tsx';
import { useAction } from '../../surface/resource.ts';
import { sideMessages } from '../../words/compiled/side/all.js';
import type { OfPatientProps } from '../side-store.ts';
import { AlikeSection } from './alike.tsx';
import { LinkForm } from './link-form.tsx';

/** The link between the page's patient and the service's: what both say, and how they are joined or parted. */
export function PatientSection({ patient }: OfPatientProps) {
  const { own } = useSpeech(sideMessages);
  const { chart } = patient;
  const [done, setDone] = useState('');
  const told = useRef<HTMLParagraphElement>(null);
  // The button that did it is gone where another takes its place.
  useEffect(() => {
    if (done) told.current?.focus();
  }, [done]);
  const { known, failure } = useObservable(chart);
  const finish = (sentence: string): void => {
    setDone(sentence);
    patient.refresh();
  };
  const code = failure?.problem.code ?? '';
  const isElsewhere = code === 'PATIENT_HAS_OTHER_KEY';
  const isUnlinked = failure?.problemKind === 'not-linked' && !isElsewhere;
  const { carried } = patient.identity;
  const isCarried = carried === 'whole' || carried === 'name';
  const apart = own.patient[sayApart(carried)];
  return (
    <div class="stack">
      <p ref={told} tabIndex={-1} role="status" class={done ? 'notice' : ''} data-kind="done">
        {done}
      </p>
      <Compared identity={patient.identity} known={known} />
      {known && <Origin known={known} />}
      {!known && !failure && <Loading what={own.readingRecord} />}
      {isUnlinked && <Notice kind="warning" text={isCarried ? own.patient.notLinked : apart} />}
      {failure && !isUnlinked && <ProblemNotice problem={toSaid(failure)} retry={() => void chart.read()} />}
      {isUnlinked && isCarried && <LinkForm patient={patient} done={finish} />}
      {failure && <AlikeWays patient={patient} failure={failure} apart={apart} done={finish} />}
      {known && <Relation patient={patient} record={known.patient} done={finish} />}
      {failure?.problemKind === 'disagrees' && <Relation patient={patient} record={null} done={finish} />}
    </div>
  );
}

/** The sentence that says why the page's number cannot be linked from here. */
function sayApart(carried: Identity['carried']) {
  if (carried === 'parted') return 'notLinkedParted';
  return carried === 'filled' ? 'notLinkedFilled' : 'notLinkedApart';
}

interface AlikeWaysProps extends Pick<RelationProps, 'patient' | 'done'> {
  readonly failure: NonNullable<ChartStore['state']['failure']>;
  /** Why nobody is linked from the page, where that is so. */
  readonly apart: string;
}

/**
 * What can be done about a failure that somebody may be the reason of who is like the page's patient: only a person can tell
 * two people apart. The way that harms nobody stands first.
 */
function AlikeWays({ patient, failure: { problem, problemKind }, apart, done }: AlikeWaysProps) {
  const { carried } = patient.identity;
  const isElsewhere = problem.code === 'PATIENT_HAS_OTHER_KEY';
  if (!isElsewhere && problem.code !== 'AMBIGUOUS' && problemKind !== 'disagrees') return null;
  if (carried !== 'whole' && carried !== 'name') return isElsewhere ? <Notice text={apart} /> : null;
  return (
    <>
      <AlikeSection patient={patient} done={done} />
      {isElsewhere && carried === 'whole' && <Relink patient={patient} done={done} />}
    </>
  );
}

/** That a link is there, and how it was made. */
function Origin({ known: { origin } }: { readonly known: KnownChart }) {
  const { moment, own } = useSpeech(sideMessages, (all) => all.patient);
  const at = instant(origin?.at);
  const said =
    origin && at !== null
      ? origin.page
        ? own.origin({ moment: moment(at), by: origin.by, page: origin.page })
        : own.originNoPage({ moment: moment(at), by: origin.by })
      : '';
  return (
    <p>
      {own.linked} {said}
    </p>
  );
}

/** The matching patient is linked to another record number: a person who has checked it may replace that link. */
function Relink({ patient, done }: Pick<RelationProps, 'patient' | 'done'>) {
  const { own } = useSpeech(sideMessages, (all) => all.patient);
  const { isBusy, problem, run } = useAction();
  return (
    <section class="card" aria-label={own.relink}>
      {problem && <ProblemNotice problem={problem} retry={() => patient.refresh()} />}
      <Confirm
        label={own.relink}
        question={own.relinkQuestion}
        isDanger
        isBusy={isBusy}
        act={() =>
          run(
            () => patient.write('patient.relink', {}),
            () => done(own.relinkDone),
          )
        }
      />
    </section>
  );
}

/** The proxy's own codes of a link: each has a sentence that says more than the kind of problem. */
const CODES: ReadonlySet<string> = new Set([
  'AMBIGUOUS',
  'PATIENT_GONE',
  'PATIENT_HAS_OTHER_KEY',
  'MAPPING_OFF',
]);

/** The problem with the code that says most. */
const toSaid = ({ problem, problemKind }: AlikeWaysProps['failure']): Problem => ({
  ...problem,
  code: CODES.has(problem.code) ? problem.code : problemKind,
});

interface ComparedProps {
  readonly identity: Identity;
  /** Null where the record is not known. */
  readonly known: KnownChart | null;
}

/** Compares the identifiers of the page with those of the service's record. */
function Compared({ identity, known }: ComparedProps) {
  const { words, birthday, own } = useSpeech(sideMessages, (all) => all.patient);
  const record = known?.patient;
  const day = (text: string | null | undefined): string => {
    const at = instant(text);
    return at === null ? '' : birthday(at);
  };
  const rows = [
    ['name', identity.name, record && formatPatientName(record)],
    ['birthday', day(identity.birthday), day(record?.birthday)],
    ['email', identity.email, record?.email],
    ['phone', identity.phone, record?.cellphone],
  ] as const;
  return (
    <div class="scroll">
      <table>
        <caption>{own.compare}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{own.columns.page}</th>
            {known && <th scope="col">{own.columns.service}</th>}
          </tr>
        </thead>
        <tbody>
          {identity.keys.map(({ system, value }) => (
            <tr key={`${system} ${value}`}>
              <th scope="row">
                {words.identifiers.key}
                {system && <small> {system}</small>}
              </th>
              <td>{value}</td>
              {known && <td class="quiet">{own.notCompared}</td>}
            </tr>
          ))}
          {rows.map(([kind, page, service]) => (
            <tr key={kind}>
              <th scope="row">{words.identifiers[kind]}</th>
              <td class={page ? undefined : 'quiet'}>{page || own.notOnPage}</td>
              {known && (
                <td class={service ? undefined : 'quiet'}>
                  {service || own.notOnRecord}{' '}
                  {known.agreed.includes(kind) && <Badge kind="on" text={own.agrees} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RelationProps extends Pick<OfPatientProps, 'patient'> {
  /** Null where page and record contradict each other, so that nothing of the record is shown. */
  readonly record: Patient | null;
  readonly done: (sentence: string) => void;
}

/** Inactivating and reactivating the relation, and removing the link, each asked for twice. */
function Relation({ patient, record, done }: RelationProps) {
  const { words, own } = useSpeech(sideMessages, (all) => all.patient);
  const { isBusy, problem, run } = useAction();
  const name = (record && formatPatientName(record)) || words.unnamed;
  // Their values are undocumented. A value that is plainly one of the two hides the other's button.
  const standing = (record?.relationStatus ?? record?.status ?? '').trim();
  const isInactive = /^inactiv/i.test(standing);
  const isActive = /^activ/i.test(standing);
  const other = standing ? own.relationIs({ status: standing }) : own.relationUnknown;
  const said = isActive ? own.relationActive : isInactive ? own.relationInactive : other;
  const isOffered = { inactivate: record && !isInactive, reactivate: record && !isActive, unlink: true };
  return (
    <section class="card" aria-label={own.relation}>
      <h2>{own.relation}</h2>
      {record && <p>{said}</p>}
      {problem && <ProblemNotice problem={problem} retry={() => patient.refresh()} />}
      {(['inactivate', 'reactivate', 'unlink'] as const)
        .filter((action) => isOffered[action])
        .map((action) => (
          <Confirm
            key={action}
            label={own[action]}
            question={own[`${action}Question`]({ name })}
            isDanger={action !== 'reactivate'}
            isBusy={isBusy}
            act={() =>
              run(
                () => patient.write(`patient.${action}`, {}),
                () => done(own[`${action}Done`]),
              )
            }
          />
        ))}
    </section>
  );
}
