import { useEffect } from 'preact/hooks';
import type { KnownChart } from '../../panel/chart-store.ts';
import { Notice } from '../../surface/controls.tsx';
import { useSpeech } from '../../surface/page.tsx';
import { Held, useObservable } from '../../surface/panel-parts.tsx';
import { sideWords } from '../../words/index.ts';
import { NeedsRecord } from '../needs-record.tsx';
import type { PatientStore } from '../store/patient-store.ts';
import type { SideStore } from '../store/side-store.ts';

export interface OfPatientProps {
  readonly store: SideStore;
  readonly patient: PatientStore;
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
  const { words } = useSpeech();
  const { sections, apply: own } = sideWords(words.lang);
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
  if (!canApply) {
    return (
      <Notice kind="warning">
        <p>{words.problems.unconfirmed}</p>
      </Notice>
    );
  }
  return (
    <div class="stack">
      <h2 class="heard">{sections.apply}</h2>
      {/inactiv/i.test(`${known.patient.relationStatus} ${known.patient.status}`) && (
        <Notice kind="warning">
          <p>{own.inactive}</p>
        </Notice>
      )}
      <Held element={form.element} />
    </div>
  );
}
