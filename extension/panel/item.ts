import { type ItemDialog, openItemDialog } from '@instrument-panel/shared/ui/item/dialog';
import { isItemOf } from '@instrument-panel/shared/ui/item/reading';
import { readProblem, toTrouble } from './problem.ts';
import type { PatientSession } from './session.ts';
import type { PanelSpeech } from './speech.ts';

/** Opens the answers of one submission at a time over the page. */
export interface AnswersOpener {
  open(of: { submissionId: number; patientId: string; formId: string; title: string }): void;
  /** Leaves nothing of the patient behind, and drops what is under way. */
  close(): void;
}

/** @param place where the dialog is put */
export function createAnswersOpener(
  place: HTMLElement,
  session: PatientSession,
  speech: PanelSpeech,
): AnswersOpener {
  let dialog: ItemDialog | null = null;
  const { troubles } = speech.chart;
  return {
    open(of) {
      dialog?.close();
      const { submissionId, formId, title } = of;
      dialog = openItemDialog(
        place,
        {
          speech: speech.course,
          title,
          timeZone: null,
          patient: null,
          async read(signal) {
            const reply = await session.read('item.read', { submissionId, formId }, { signal });
            if (!isItemOf(reply.submission, of)) throw Object.assign(new Error(), { code: 'mismatch' });
            return reply;
          },
          sayFailure(error) {
            const trouble = toTrouble(readProblem(error));
            return trouble === 'not-found' ? null : `${troubles[trouble].title}. ${troubles[trouble].advice}`;
          },
        },
        () => {
          dialog = null;
        },
      );
    },
    close: () => dialog?.close(),
  };
}
