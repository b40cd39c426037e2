import type { Caller } from '@instrument-panel/client';
import { getAnalysisStatus } from '@instrument-panel/client/contract';
import { toAnalysis } from '@instrument-panel/shared/panel/analysis';
import {
  type AnalysisKnown,
  analysisRefusal,
  sayAnalysis,
  type WholeSpeech,
} from '@instrument-panel/shared/words/say-details';
import type { CourseQuery } from './attributes.ts';

interface AnalysisSource {
  readonly client: Caller;
  readonly asked: Pick<CourseQuery, 'professionalId' | 'patientId' | 'formId'>;
}

/** Writes the line with the table. Only the status is read, which makes the service generate nothing. */
export function analysisLine(element: HTMLElement) {
  let reading: AbortController | null = null;
  let known: AnalysisKnown = null;
  let read: readonly unknown[] = [];
  let spoken: WholeSpeech | null = null;

  const say = (): void => {
    if (spoken) element.textContent = sayAnalysis(spoken, known);
  };
  async function look({ client, asked }: AnalysisSource): Promise<void> {
    const { professionalId, patientId, formId } = asked;
    reading?.abort();
    reading = new AbortController();
    const { signal } = reading;
    const params = { professionalId, patientId, formId };
    const found = await client(getAnalysisStatus, { params, signal }).then(toAnalysis, (error) =>
      analysisRefusal(error instanceof Error ? error : {}),
    );
    if (signal.aborted) return;
    known = found;
    say();
  }

  return {
    /** Says what is known, and reads it where source or course is another; a newer `latest` answer makes it stale. */
    show(speech: WholeSpeech, source: AnalysisSource | null, latest: number): void {
      spoken = speech;
      element.hidden = source === null;
      if (!source) return;
      const key = [source.client, source.asked, latest];
      const isOther = key.some((value, index) => value !== read[index]);
      if (isOther) known = null;
      // A failed read is retried when the course is read again; a refusal is not.
      if (isOther || known === 'failed') void look(source);
      read = key;
      say();
    },
    /** Forgets the patient. */
    clear(): void {
      reading?.abort();
      reading = spoken = known = null;
      read = [];
      element.hidden = true;
      element.textContent = '';
    },
  };
}
