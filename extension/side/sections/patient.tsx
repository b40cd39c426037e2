import { useEffect, useRef, useState } from 'preact/hooks';
import { Loading } from '../../surface/pieces/loading.tsx';
import { Notice } from '../../surface/pieces/notice.tsx';
import { ProblemNotice } from '../../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../../surface/speech.ts';
import { sideWords } from '../../words/side/index.ts';
import type { OfPatientProps } from './apply.tsx';
import { Compared } from './compared.tsx';
import { LinkForm } from './link-form.tsx';
import { Relation } from './relation.tsx';

/** The link between the page's patient and the service's: what both say, and how they are joined or parted. */
export function PatientSection({ patient }: OfPatientProps) {
  const { words } = useSpeech();
  const own = sideWords(words.lang);
  const { chart } = patient;
  const [done, setDone] = useState('');
  const told = useRef<HTMLParagraphElement>(null);
  // The button that did it is gone where another takes its place.
  useEffect(() => {
    if (done) told.current?.focus();
  }, [done]);
  const known = chart.known.value;
  const failure = chart.failure.value;
  const finish = (sentence: string): void => {
    setDone(sentence);
    patient.refresh();
  };
  const isUnlinked = failure?.trouble === 'not-linked';
  return (
    <div class="stack">
      <p ref={told} tabIndex={-1} role="status" class={done ? 'notice' : ''} data-kind="done">
        {done}
      </p>
      <Compared identity={patient.identity} known={known} />
      {known && <p>{own.patient.linked}</p>}
      {!known && !failure && <Loading what={own.readingRecord} />}
      {isUnlinked && (
        <Notice kind="warning">
          <p>{own.patient.notLinked}</p>
        </Notice>
      )}
      {failure && !isUnlinked && (
        <ProblemNotice
          problem={{
            ...failure.problem,
            code: CODES.has(failure.problem.code) ? failure.problem.code : failure.trouble,
          }}
          retry={() => void chart.read()}
        />
      )}
      {isUnlinked && <LinkForm patient={patient} done={finish} />}
      {known && <Relation patient={patient} record={known.patient} done={finish} />}
      {failure?.trouble === 'disagrees' && <Relation patient={patient} record={null} done={finish} />}
    </div>
  );
}

/** The proxy's own codes of a link: each has a sentence that says more than the kind of trouble. */
const CODES: ReadonlySet<string> = new Set([
  'AMBIGUOUS',
  'PATIENT_GONE',
  'PATIENT_HAS_OTHER_KEY',
  'MAPPING_OFF',
]);
