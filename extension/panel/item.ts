import { type ItemDialog, openItemDialog } from '@instrument-panel/shared/ui/item/dialog';
import { isItemOf } from '@instrument-panel/shared/ui/item/reading';
import type { KnownChart } from './chart-store.ts';
import { readProblem, sayTrouble, toTrouble } from './problem.ts';
import type { PatientSession } from './session.ts';
import type { PanelSpeech } from './speech.ts';

/**
 * Opens the answers of one submission at a time over the page.
 *
 * @param place where the dialog is put
 */
export function createAnswersOpener(place: HTMLElement, session: PatientSession, speech: PanelSpeech) {
  let dialog: ItemDialog | null = null;
  const open = (of: { submissionId: number; patientId: string; formId: string; title: string }): void => {
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
          return trouble === 'not-found' ? null : sayTrouble(speech.chart, trouble);
        },
      },
      () => {
        dialog = null;
      },
    );
  };
  return {
    open,
    /** Opens those of a course that a chart shows. */
    openOf(known: KnownChart | null, formId: string, submissionId: number): void {
      const course = known?.courses.find((one) => one.formId === formId);
      if (!known || !course) return;
      const title = course.title || course.name || speech.course.words.untitled;
      open({ submissionId, formId, patientId: known.person.id, title });
    },
    /** Leaves nothing of the patient behind, and drops what is under way. */
    close: () => dialog?.close(),
  };
}
