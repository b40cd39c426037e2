import { useEffect } from 'preact/hooks';
import { sideWords } from '../../../shared/locale/extension/side/index.ts';
import { kindOf } from '../../surface/problem.ts';
import { instant, useSpeech } from '../../surface/speech.ts';
import type { PatientStore } from '../store/patient-store.ts';

interface AnalysisProps {
  readonly patient: PatientStore;
  readonly formId: string;
}

/** Whether there is a longitudinal analysis: marked as made by AI, with its date, and whether it is current. */
export function Analysis({ patient, formId }: AnalysisProps) {
  const { words, day } = useSpeech();
  const own = sideWords(words.lang);
  const said = patient.speech.course.words.analysis;
  const reading = patient.analysis(formId);
  useEffect(() => reading.want(), [reading]);
  const state = reading.state.value;
  const sentences = (): readonly string[] => {
    if (state.status === 'failed') {
      const kind = kindOf(state.problem);
      if (kind === 'not-in-plan') return [said.notInPlan];
      return [kind === 'forbidden' ? said.notPermitted : said.failed];
    }
    if (state.status !== 'ready') return [said.reading];
    const { hasAnalysis, analysisGeneratedAt, isStale } = state.value;
    if (!hasAnalysis) return [said.none];
    const at = instant(analysisGeneratedAt);
    return [
      said.made(at === null ? null : day(at)),
      said.isStale[isStale == null ? 'unknown' : isStale ? 'yes' : 'no'],
      said.note,
    ];
  };
  const isThere = state.status === 'ready' && state.value.hasAnalysis;
  return (
    <p>
      {isThere && (
        <span class="badge" data-kind="warning">
          {own.recommend.aiShort}
        </span>
      )}{' '}
      {sentences().join(' ')}
    </p>
  );
}
