import type { ComponentChildren } from 'preact';
import type { KnownChart } from '../panel/chart-store.ts';
import { Loading } from '../surface/controls.tsx';
import { useSpeech } from '../surface/page.tsx';
import { useObservable } from '../surface/panel-parts.tsx';
import { ProblemNotice } from '../surface/request-views.tsx';
import { sideWords } from '../words/index.ts';
import type { PatientStore } from './store/patient-store.ts';
import type { SideStore } from './store/side-store.ts';

interface NeedsRecordProps {
  readonly store: SideStore;
  readonly patient: PatientStore;
  readonly children: (known: KnownChart) => ComponentChildren;
}

/** Shows what needs the service's record of the patient, or why it is not there. */
export function NeedsRecord({ store, patient, children }: NeedsRecordProps) {
  const { words } = useSpeech();
  const own = sideWords(words.lang);
  const { chart } = patient;
  const { known, failure } = useObservable(chart);
  const mend = failure && (
    <ProblemNotice problem={{ ...failure.problem, code: failure.trouble }} retry={() => void chart.read()}>
      {(failure.trouble === 'not-linked' || failure.trouble === 'disagrees') && (
        <button type="button" onClick={() => store.go('patient')}>
          {own.sections.patient}
        </button>
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
