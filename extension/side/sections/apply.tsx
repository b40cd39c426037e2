import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { KnownChart } from '../../panel/chart-store.ts';
import { Button, Loading, Notice } from '../../surface/controls.tsx';
import { useSpeech } from '../../surface/page.tsx';
import { DomSlot, useObservable } from '../../surface/panel-parts.tsx';
import { ProblemNotice } from '../../surface/request-views.tsx';
import { sideMessages } from '../../words/compiled/side/all.js';
import type { OfPatientProps } from '../side-store.ts';

interface NeedsRecordProps extends OfPatientProps {
  readonly children: (known: KnownChart) => ComponentChildren;
}

/** Shows what needs the service's record of the patient, or why it is not there. */
export function NeedsRecord({ store, patient, children }: NeedsRecordProps) {
  const { own } = useSpeech(sideMessages);
  const { chart } = patient;
  const { known, failure } = useObservable(chart);
  const mend = failure && (
    <ProblemNotice
      problem={{ ...failure.problem, code: failure.problemKind }}
      retry={() => void chart.read()}
    >
      {(failure.problemKind === 'not-linked' || failure.problemKind === 'disagrees') && (
        <Button act={() => store.go('patient')} label={own.sections.patient} />
      )}
    </ProblemNotice>
  );
  if (!known) return mend || <Loading what={own.readingRecord} />;
  return (
    <>
      {mend}
      {children(known)}
    </>
  );
}

/** Applying instruments to the patient, who is named on the button. */
export function ApplySection({ store, patient }: OfPatientProps) {
  return (
    <NeedsRecord store={store} patient={patient}>
      {(known) => <Form store={store} patient={patient} known={known} />}
    </NeedsRecord>
  );
}

function Form({ store, patient, known }: OfPatientProps & { readonly known: KnownChart }) {
  const { words, own } = useSpeech(sideMessages);
  const { form } = patient;
  const { professionalId, person, agreed } = known;
  const canApply = agreed.length > 0;
  useEffect(() => {
    if (canApply) form.begin(person.id, professionalId);
  }, [form, canApply, person.id, professionalId]);
  const chosen = store.toApply.value;
  const isChoosing = useObservable(form).apply?.step === 'choosing';
  useEffect(() => {
    // The library has to be there before something of it can be chosen.
    if (chosen === null || !isChoosing) return;
    store.toApply.value = null;
    form.suggest(chosen);
  }, [store, form, chosen, isChoosing]);
  if (!canApply) return <Notice kind="warning" text={words.problems.unconfirmed} />;
  return (
    <div class="stack">
      <h2 class="heard">{own.sections.apply}</h2>
      {/inactiv/i.test(`${known.patient.relationStatus} ${known.patient.status}`) && (
        <Notice kind="warning" text={own.apply.inactive} />
      )}
      <DomSlot element={form.element} />
    </div>
  );
}
