import { useEffect, useMemo } from 'preact/hooks';
import type { SurfaceClient } from '../surface/client.ts';
import { PatientName } from '../surface/pieces/patient-name.tsx';
import { Read } from '../surface/pieces/read.tsx';
import { toProblemKind } from '../surface/problem.ts';
import { Resource } from '../surface/reading.ts';
import { useSpeech } from '../surface/speech.ts';
import { popupWords } from '../words/popup/index.ts';

interface PatientProps {
  readonly client: SurfaceClient;
  readonly epoch: string;
}

/** Whose chart the page shows, by the service's record. */
export function PatientOfPage({ client, epoch }: PatientProps) {
  const { words } = useSpeech();
  const own = popupWords(words.lang);
  const reading = useMemo(
    () => new Resource((signal) => client.read('apply.patient', {}, { epoch, signal })),
    [client, epoch],
  );
  useEffect(() => () => reading.forget(), [reading]);
  return (
    <section class="card" aria-label={own.patient}>
      <h2>{own.patient}</h2>
      <Read
        of={reading}
        loading={own.readingPatient}
        mend={(problem) => toProblemKind(problem) === 'not-linked' && <p>{own.linkInSide}</p>}
      >
        {(patient) => (
          <>
            <PatientName patient={patient} />
            <small>{own.recognised}</small>
          </>
        )}
      </Read>
    </section>
  );
}
