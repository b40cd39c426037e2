import type { Reader } from '../../shared/client/index.ts';
import { analysisStatusCall } from '../../shared/contract/endpoints/analysis.ts';
import type { LongitudinalAnalysisStatus } from '../../shared/contract/resources/analysis.ts';
import type { WholeSpeech } from '../../shared/locale/panel/index.ts';
import { h } from '../../shared/ui/h.ts';
import type { Asked } from '../panel/asked.ts';

/** What is known of the analysis; null while it is being read, an error where it could not be. */
export type AnalysisKnown = LongitudinalAnalysisStatus | Error | null;

/** The service does not fix the code for a plan without AI (Errors): it is the sandbox's. */
const WITHOUT_AI = 'PLAN_WITHOUT_AI_ANALYSIS';

const isStatus = (error: Error, status: number): boolean => 'status' in error && error.status === status;

/** The line on the analysis: made or not, when, whether it is current, and that it is made by AI. */
export function sayAnalysis({ words, format }: WholeSpeech, known: AnalysisKnown): string {
  const { analysis } = words;
  if (known === null) return analysis.reading;
  if (known instanceof Error) {
    if (!isStatus(known, 403)) return analysis.failed;
    return 'code' in known && known.code === WITHOUT_AI ? analysis.notInPlan : analysis.notPermitted;
  }
  if (!known.hasAnalysis) return analysis.none;
  const at = Date.parse(known.analysisGeneratedAt ?? '');
  const { isStale } = known;
  return [
    analysis.made(Number.isNaN(at) ? null : format.day(at)),
    analysis.isStale[isStale == null ? 'unknown' : isStale ? 'yes' : 'no'],
    analysis.note,
  ].join(' ');
}

/** Of whose course the analysis is, and where it is read. */
export interface AnalysisSource {
  readonly client: Reader;
  readonly asked: Pick<Asked, 'professionalId' | 'patientId' | 'formId'>;
}

/** The line under the graph. */
export interface AnalysisLine {
  readonly element: HTMLElement;
  /**
   * Says what is known, and reads it where the source or the course is another than before.
   *
   * @param latest id of the latest answer: a newer one makes an analysis stale
   */
  show(speech: WholeSpeech, source: AnalysisSource | null, latest: number): void;
  /** Forgets the patient. */
  clear(): void;
}

/** Makes the line, empty. Only the status is read, which makes the service generate nothing. */
export function analysisLine(): AnalysisLine {
  const element = h('p', { id: 'analysis', part: 'analysis', hidden: '' });
  let reading: AbortController | null = null;
  let known: AnalysisKnown = null;
  let read: readonly unknown[] = [];
  let spoken: WholeSpeech | null = null;

  const say = (): void => {
    if (spoken) element.textContent = sayAnalysis(spoken, known);
  };
  async function look({ client, asked }: AnalysisSource): Promise<void> {
    const { professionalId, patientId, formId } = asked;
    const mine = new AbortController();
    reading?.abort();
    reading = mine;
    const params = { professionalId, patientId, formId };
    let found: AnalysisKnown;
    try {
      found = (await client(analysisStatusCall, { params, signal: mine.signal })).data;
    } catch (error) {
      found = error instanceof Error ? error : new Error('something that is no Error was thrown');
    }
    if (mine.signal.aborted) return;
    known = found;
    say();
  }

  return {
    element,
    show(speech, source, latest) {
      spoken = speech;
      element.hidden = source === null;
      if (!source) return;
      const key = [source.client, source.asked, latest];
      const isOther = key.some((value, index) => value !== read[index]);
      if (isOther) known = null;
      // What failed is tried again with the next look at the course; a refusal stands.
      if (isOther || (known instanceof Error && !isStatus(known, 403))) void look(source);
      read = key;
      say();
    },
    clear() {
      reading?.abort();
      reading = spoken = known = null;
      read = [];
      element.hidden = true;
      element.textContent = '';
    },
  };
}
