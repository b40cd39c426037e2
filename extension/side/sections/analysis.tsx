import { analysisRefusal, sayAnalysis } from '@instrument-panel/shared/locale/panel/say-analysis';
import { useEffect } from 'preact/hooks';
import { useSpeech } from '../../surface/speech.ts';
import { sideWords } from '../../words/side/index.ts';
import type { PatientStore } from '../store/patient-store.ts';

interface AnalysisProps {
  readonly patient: PatientStore;
  readonly formId: string;
}

/** Whether there is a longitudinal analysis: marked as made by AI, with its date, and whether it is current. */
export function Analysis({ patient, formId }: AnalysisProps) {
  const { words } = useSpeech();
  const own = sideWords(words.lang);
  const reading = patient.analysis(formId);
  useEffect(() => reading.want(), [reading]);
  const state = reading.state.value;
  const known =
    state.status === 'ready'
      ? state.value
      : state.status === 'failed'
        ? analysisRefusal(state.problem)
        : null;
  const isThere = state.status === 'ready' && state.value.hasAnalysis;
  return (
    <p>
      {isThere && (
        <span class="badge" data-kind="warning">
          {own.recommend.aiShort}
        </span>
      )}{' '}
      {sayAnalysis(patient.speech.course, known)}
    </p>
  );
}
