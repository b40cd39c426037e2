import type { Patient } from '@instrument-panel/client/contract';
import { useAction } from '../../surface/act.ts';
import { Confirm } from '../../surface/pieces/confirm.tsx';
import { formatPatientName } from '../../surface/pieces/patient-name.tsx';
import { ProblemNotice } from '../../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../../surface/speech.ts';
import { sideWords } from '../../words/side/index.ts';
import type { PatientStore } from '../store/patient-store.ts';

interface RelationProps {
  readonly patient: PatientStore;
  /** Null where page and record contradict each other, so that nothing of the record is shown. */
  readonly record: Patient | null;
  readonly done: (sentence: string) => void;
}

/** Inactivating and reactivating the relation, and removing the link, each asked for twice. */
export function Relation({ patient, record, done }: RelationProps) {
  const { words } = useSpeech();
  const own = sideWords(words.lang).patient;
  const { isBusy, problem, run } = useAction();
  const name = (record && formatPatientName(record)) || words.unnamed;
  // Their values are not shown by the specification: what is plainly one of the two leaves the other's button out.
  const standing = (record?.relationStatus ?? record?.status ?? '').trim();
  const isInactive = /^inactiv/i.test(standing);
  const isActive = /^activ/i.test(standing);
  const said = isActive
    ? own.relationActive
    : isInactive
      ? own.relationInactive
      : standing
        ? own.relationIs(standing)
        : own.relationUnknown;
  const act = (intent: 'patient.inactivate' | 'patient.reactivate' | 'patient.unlink', said: string) => () =>
    run(
      () => patient.write(intent, {}),
      () => done(said),
    );
  return (
    <section class="card" aria-label={own.relation}>
      <h2>{own.relation}</h2>
      {record && <p>{said}</p>}
      {problem && <ProblemNotice problem={problem} retry={() => patient.refresh()} />}
      {record && !isInactive && (
        <Confirm
          label={own.inactivate}
          question={own.inactivateQuestion(name)}
          yes={own.inactivate}
          isDanger
          isBusy={isBusy}
          act={act('patient.inactivate', own.inactivateDone)}
        />
      )}
      {record && !isActive && (
        <Confirm
          label={own.reactivate}
          question={own.reactivateQuestion(name)}
          yes={own.reactivate}
          isBusy={isBusy}
          act={act('patient.reactivate', own.reactivateDone)}
        />
      )}
      <Confirm
        label={own.unlink}
        question={own.unlinkQuestion(name)}
        yes={own.unlink}
        isDanger
        isBusy={isBusy}
        act={act('patient.unlink', own.unlinkDone)}
      />
    </section>
  );
}
